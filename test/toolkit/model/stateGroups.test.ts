/** Words that descriptions define for several states. */
import { expect, it } from 'vitest'
import { stateGroups, withGroups } from '../../../src/toolkit/model/stateGroups.ts'

const STATES = ['screening', 'interviewing', 'offered', 'hired', 'on_hold']

const read = (text: string) =>
  stateGroups([text], ['application'], STATES).map(({ word, states }) => `${word}: ${states.join(' ')}`)

it.each([
  [
    'An application is called *active* while its status is `screening`, `interviewing` or `offered`.',
    'active: screening interviewing offered',
  ],
  ['Open applications are those in `screening` or `interviewing`.', 'open: screening interviewing'],
  ['An application counts as pending while it is `screening` or on hold.', 'pending: screening on_hold'],
  ['*Open* means `screening` or `offered`.', 'open: screening offered'],
  ['An active application is one in status screening or offered.', 'active: screening offered'],
])('%s', (text, expected) => expect(read(text)).toEqual([expected]))

it.each([
  'An application is active while its job is open.',
  'An interview is called active while its status is `screening` or `offered`.',
  'An application is called active unless it is `hired`.',
  'Hired means screening or offered.',
  'All applications are in screening or offered.',
  'An application is active while it is screening or newer.',
])('%s: nothing', (text) => expect(read(text)).toEqual([]))

it('is replaced before a noun only', () => {
  const groups = [{ word: 'active', states: ['screening', 'offered'] }]
  expect(withGroups('All active applications of active jobs are rejected.', groups, ['application'])).toBe(
    'All screening or offered applications of active jobs are rejected.',
  )
})
