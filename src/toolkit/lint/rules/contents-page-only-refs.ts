import { objectOf, type Rule } from '../rule.ts'

const CONTENTS = [['paths'], ['webhooks'], ['components', 'messages'], ['components', 'schemas']]

/**
 * The entry file is a table of contents: readers see all paths and messages and open one file for each. Inline content
 * would hide the others.
 */
export const contentsPageOnlyRefs: Rule = () => ({
  Root(root, context) {
    for (const steps of CONTENTS) {
      const entries = steps.reduce((node, step) => objectOf(node[step]), root)
      for (const [name, given] of Object.entries(entries)) {
        const { $ref, ...inline } = objectOf(given)
        if (typeof $ref === 'string' && !$ref.startsWith('#') && Object.keys(inline).length === 0) continue
        context.report({
          message: `${name} must be one $ref to a file of its own and nothing else, so that this page stays a table of contents.`,
          location: context.location.child([...steps, name]),
        })
      }
    }
  },
})
