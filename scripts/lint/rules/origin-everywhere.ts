import { type Context, type Node, nameOf, objectOf, type Rule } from '../../../src/toolkit/lint/rule.ts'

const ORIGINS: unknown[] = ['specified', 'decided', 'extension']

/** Users of the contract must see the facts of the source and our own choices. */
export const originEverywhere: Rule = () => {
  const check = (node: Node, context: Context, what: string, steps: string[] = []) => {
    const origin = node['x-origin']
    if (ORIGINS.includes(origin)) return
    context.report({
      message: `${what} needs x-origin: specified (the source shows it), decided (the source names it, we shaped it) or extension (beyond the source)${origin === undefined ? '' : `; received ${JSON.stringify(origin)}`}.`,
      location: context.location.child(steps),
    })
  }
  return {
    Operation: (operation, context) =>
      check(operation, context, `The operation ${nameOf(operation, context)}`),
    Parameter: (parameter, context) => check(parameter, context, `The parameter ${parameter.name}`),
    Header: (header, context) => check(header, context, `The header ${context.key}`),
    Message: (message, context) => check(message, context, `The message ${message.name ?? context.key}`),
    // A label next to a $ref names the property; that of the target, the type.
    SchemaProperties: (properties, context) => {
      for (const [name, given] of Object.entries(properties)) {
        if (typeof given === 'boolean') continue // forbids or allows a property that is declared elsewhere
        const label = 'x-origin' in objectOf(given) ? given : context.resolve(given).node
        check(objectOf(label), context, `The property ${name}`, [name])
      }
    },
  }
}
