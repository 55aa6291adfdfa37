import type { Context, Node, Rule } from '../rule.ts'

/** Error messages must not contain regular expressions, so each pattern needs a description of valid values. */
export const patternInWords: Rule = () => {
  const wordings = new Map<string, string>()
  return {
    Schema(schema: Node, context: Context) {
      if (typeof schema.pattern !== 'string') return
      const { pattern, 'x-expected': expected } = schema
      if (typeof expected !== 'string' || expected.trim() === '') {
        context.report({
          message: `The pattern ${pattern} requires x-expected next to it, the words that end the message "received …; expected …", such as x-expected: an https:// URL without user name and password.`,
          location: context.location.child(['pattern']),
        })
        return
      }
      const known = wordings.get(pattern) ?? expected
      wordings.set(pattern, known)
      if (known === expected) return
      context.report({
        message: `The pattern ${pattern} is "${known}" elsewhere and "${expected}" here; give it one wording, for messages are found by the pattern.`,
        location: context.location.child(['x-expected']),
      })
    },
  }
}
