/** Regular expressions made of texts and of path templates. */

/** The source of a regular expression that matches the text alone. */
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
