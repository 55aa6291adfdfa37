/** Regular expressions made of texts and of path templates. */

/** Escapes a string for use in a regular expression. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The source of a regular expression for the paths of a template, without anchors.
 * @param variable what stands for `{name}`; one segment when left out
 */
export const templateSource = (template: string, variable = '[^/?#]+'): string =>
  template
    .split(/\{[^{}]*\}/)
    .map(escaped)
    .join(variable)
