import { describe, expect, it } from 'vitest'
import { readOAuthSettings } from '../../../../src/toolkit/conformance/conform.ts'
import { filled } from '../../../../src/toolkit/conformance/oauth/forms.ts'

const person = { email: 'ada@example.com', password: 'secret' }

describe('the pages of an authorization server', () => {
  it.each([
    [
      'a form to sign in',
      `<form method="post" action="/sign-in"><input type="hidden" name="csrf" value="a&amp;b">
       <input id="email" name="email" type="email"><input name='password' type=password><button>Sign in</button></form>`,
      'csrf=a%26b&email=ada%40example.com&password=secret',
    ],
    [
      'a consent beside a form to sign out',
      `<form method="post" action="/sign-out"><input type="hidden" name="csrf" value="x"><button>Sign out</button></form>
       <form method="post"><input type="hidden" name="proof" value="p"><input type="checkbox" name="scope" value="read" checked>
       <select name="team"><option value="t1">One</option><option value="t2">Two</option></select>
       <button name="decision" value="deny">Deny</button><button name="decision" value="allow">Allow</button></form>`,
      'proof=p&scope=read&team=t1&decision=allow',
    ],
    [
      'a button that is an input',
      '<form method="POST" action="?"><input type="submit" name="ok" value="Authorize"></form>',
      'ok=Authorize',
    ],
  ])('are filled in: %s', (_, page, body) => {
    expect(filled(page, person, undefined)?.body.toString()).toBe(body)
  })

  it('lead nowhere where no form asks for the person', () => {
    expect(filled('<p>Sorry</p>', person, undefined)).toBeUndefined()
    expect(filled('<form action="/search"><input name="q"></form>', person, undefined)).toBeUndefined()
  })
})

describe('the settings of an authorization server', () => {
  const surroundings = { env: { ID: 'client_1', SECRET: 's' }, readFile: () => '' }
  const tree = {
    issuer: 'https://issuer.example/',
    clients: { app: { id: 'client_2' }, web: { id: 'env:ID', secret: 'env:SECRET' } },
  }

  it('choose the client that the flag names, and take the others for others', () => {
    const settings = readOAuthSettings(tree, 'https://other.example,web', surroundings)
    expect(settings).toMatchObject({
      issuer: 'https://other.example',
      client: { id: 'client_1', secret: 's' },
      publicClient: { id: 'client_2', secret: undefined },
    })
    expect(readOAuthSettings(undefined, undefined, surroundings)).toBeUndefined()
  })
})
