import { defineTarget } from '../../faults/target.ts'
import { emulated } from '../emulated.ts'

export default defineTarget({
  title: 'The stand-in of GitHub in emulate, against the document of GitHub',
  packages: { emulate: '0.12.2', '@octokit/openapi': '23.0.2' },
  node: '24.21.0',
  ...emulated('github', {
    document: 'node_modules/@octokit/openapi/generated/api.github.com.json',
    token: 'test_token_admin',
    paths:
      /^\/(user|users\/\{username\}|user\/repos|repos\/\{owner\}\/\{repo\}(\/(issues|labels|milestones|pulls|branches|hooks|releases)(\/(\{\w+\}|comments))?)?)$/,
  }),
})
