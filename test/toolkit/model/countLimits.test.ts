/** Numbers of items that one holder may have. */
import { describe, expect, it } from 'vitest'
import { countLimitIn } from '../../../src/toolkit/model/countLimits.ts'

const kinds = { nouns: ['loan'], holders: ['member'], states: ['open', 'on_hold', 'returned'] }

describe('a limit of the items of one holder', () => {
  it.each<[text: string, expected: string]>([
    ['the member already has 10 open loans', '10 open'],
    ['The member already holds 50 loans, which is the most we accept', '50'],
    ['this member already has 10 loans on hold, and that is all we ask of anybody', '10 on_hold'],
    ['A member can have at most 3 open loans at a time', '3 open'],
    ['Members may have no more than 3 open or on-hold loans at once', '3 open on_hold'],
    ['A member may only have 5 open loans', '5 open'],
    ['A member cannot have more than 4 loans that are open', '4 open'],
    ['At most 5 open loans per member', '5 open'],
    ['At most 5 open loans are allowed per member', '5 open'],
    ['A maximum of 5 loans in status open per member', '5 open'],
    ['The limit of 5 open loans per member has been reached', '5 open'],
    ['The member has reached the limit of 20 open loans', '20 open'],
    ['A member is limited to 12 loans', '12'],
    ['No member holds more than 12 loans', '12'],
    ['No member may ever have more than 5 open loans', '5 open'],
    ['A member has 3 open loans at the most', '3 open'],
    ['A member can have 3 open loans at most', '3 open'],
    ['the member has its 30 loans', '30'],
    ['The member already has the maximum of 5 loans', '5'],
    ['A member is loaned at most 4 times', '4'],
    ['A member is booked 4 times at most', '4'],
    ['The member would then have more than 3 open loans', '3 open'],
  ])('%s', (text, expected) => {
    const limit = countLimitIn(text, kinds)
    expect(limit && [limit.most, ...limit.states].join(' ')).toBe(expected)
  })

  it.each([
    'A member can have at most 500 loans',
    'A member can have at most 3 overdue loans',
    'A member can have at most 3 open loans per day',
    'A member can have at most 3 open loans of one book',
    'A member usually has at most 3 open loans',
    'A member can have at most 3 open loans, 5 with a card',
    'A member has at least 3 open loans',
    'The member already has 3 open loans of this book',
    'A loan can have at most 3 members',
    'A guest can have at most 3 open loans',
    'Administrators excepted, at most 5 open loans per member',
    'At most 5 open loans per member and branch',
    'At most 5 open loans',
    'No member holds more than 12 books',
    'A member has 3 open loans at least',
    'A member may have more than 3 open loans',
    'A member is reminded at most 3 times',
    'A member is booked at most 3 times a day',
    'The member has some of its 30 loans',
    'Members with 3 open loans are notified',
  ])('that is not read: %s', (text) => expect(countLimitIn(text, kinds)).toBeUndefined())
})
