import { expect, it } from 'vitest'
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import {
  type AuthorizationFault,
  authorizationFaults,
  startAuthorizationServer,
} from './authorizationServer.ts'
import { authorizationSettings, notesOfAuthorization } from './settings.ts'

const EXPECTED =
  /access tokens are not JWTs|no code is given without a challenge|the metadata of the server has no (introspection|revocation|jwks)/

/** The findings of all rules at a right server, or of one rule at a faulty one. */
async function resultOf(fault?: AuthorizationFault) {
  const { issuer, close } = await startAuthorizationServer(fault)
  const { identities, settings } = authorizationSettings(issuer)
  const rules = [
    ...kit.oauthRules(kit.createOAuthAgent(settings)),
    ...kit.runnerRules.filter(({ id }) => id === 'missing-credential-rejected'),
  ]
  const broken: string[] = []
  const missed: string[] = []
  const passed: string[] = []
  await kit.runConformance({
    document: notesOfAuthorization,
    target: issuer,
    identities,
    rules: rules.filter(({ id }) => fault === undefined || id === authorizationFaults[fault]),
    ruleIds: [],
    concurrency: 16,
    subscribers: [
      (event) => {
        if (event.type === 'finding') broken.push(`${event.finding.rule}: ${kit.messageOf(event.finding)}`)
        if (event.type !== 'outcome') return
        const { outcome, check } = event.outcome
        if (outcome === 'passed') passed.push(check)
        if (outcome === 'skipped') missed.push(`${check}: ${event.outcome.reason}`)
      },
    ],
  })
  await close()
  return { broken, missed, passed }
}

it('finds nothing at a right server with other habits, whose checks would disturb each other', async () => {
  const { broken, missed, passed } = await resultOf()
  expect(broken).toEqual([])
  expect(missed.filter((one) => !EXPECTED.test(one))).toEqual([])
  expect(passed).toContain('missing-credential-rejected:listNotes:altered')
})

it.each(Object.entries(authorizationFaults))('finds that a server %s by %s', async (fault, rule) => {
  const { broken, missed } = await resultOf(fault as AuthorizationFault)
  expect(
    broken.filter((one) => one.startsWith(`${rule}:`)),
    missed.join('\n'),
  ).not.toEqual([])
})
