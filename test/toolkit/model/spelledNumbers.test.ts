/** Descriptions of numbers that leave out what the name of the number states. */
import { expect, it } from 'vitest'
import { spelledOut } from '../../../src/toolkit/model/spelledNumbers.ts'

const LOANS = {
  noun: 'loan',
  states: ['draft', 'agreed', 'on_loan', 'returned', 'hidden'],
  numbers: ['fee_cents', 'words', 'payout'],
}

it.each<[name: string, text: string, expected: string]>([
  ['activeLoans', 'Agreed plus on loan', 'Number of loans that are agreed or on loan.'],
  ['loan_count', 'Agreed and returned ones', 'Number of loans that are agreed or returned.'],
  [
    'loanCount',
    'Only agreed, on loan and returned loans.',
    'Number of loans that are agreed or on loan or returned.',
  ],
  ['loanCount', 'Agreed ones only.', 'Number of loans that are agreed.'],
  ['number_of_loans', 'Counts agreed ones', 'Number of loans that are agreed.'],
  ['loan_count', 'Without the hidden', 'Number of loans that are not hidden.'],
  ['loan_count', 'Not counting drafts and hidden ones', 'Number of loans that are not draft or hidden.'],
  ['loan_count', 'Drafts do not count.', 'Number of loans that are not draft.'],
  ['loans_agreed', 'Loans with status `agreed`.', 'Number of loans that are agreed.'],
  ['open_loans', 'Loans that are agreed or on loan.', 'Number of loans that are agreed or on loan.'],
  ['loans_total', 'Loans in total; hidden ones do not count.', 'Number of loans that are not hidden.'],
  ['revenue_cents', 'Fees of the returned loans', 'Sum of the fees of the returned loans'],
  ['open_words', 'Words of all loans', 'Sum of the words of all loans'],
  ['earnings', 'All payouts so far.', 'Sum of the payouts of all loans'],
  ['loan_count', 'Number of loans', 'Number of loans'],
  ['loan_count', 'Read-only.', 'Read-only.'],
  ['loan_count', '', ''],
])('%s, "%s": %s', (name, text, expected) => expect(spelledOut(name, text, LOANS)).toBe(expected))

it.each<[name: string, text: string]>([
  ['loan_count', 'Agreed ones, or all of them for managers'],
  ['loan_count', 'Without the overdue'],
  ['loan_count', 'The agreed ones of this year'],
  ['loan_count', 'Late ones only'],
  ['max_loans', 'Agreed plus returned'],
  ['loan_count', 'Loans; overdue ones do not count.'],
  ['fee_cents', 'Agreed ones only'],
  ['loan_count', 'A paused one keeps its place.'],
])('%s, "%s": limited in another way', (name, text) => expect(spelledOut(name, text, LOANS)).toBeUndefined())

it.each<[name: string, text: string]>([
  ['total', 'Fees of the returned loans plus fees of the drafts'],
  ['total', 'Names of all loans'],
  ['total', 'Fees before the first loan'],
  ['total', 'Average fees of the loans'],
  ['total', 'Unpaid fees of all loans'],
  ['total', 'Unique words of all loans'],
  ['total', 'Words of all loans of the year'],
])('%s, "%s": no sum', (name, text) => expect(spelledOut(name, text, LOANS)).toBe(text))

it('names several items of each kind', () => {
  const of = (noun: string) => spelledOut(`${noun}_count`, 'Only hidden ones', { ...LOANS, noun })
  expect(of('copy')).toBe('Number of copies that are hidden.')
  expect(of('box')).toBe('Number of boxes that are hidden.')
  expect(of('key')).toBe('Number of keys that are hidden.')
})
