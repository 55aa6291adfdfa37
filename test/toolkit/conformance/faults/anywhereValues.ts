/** Values that any server may store or show wrongly. */

import { type AnywhereFault, fault, shows, stores, text } from './bend.ts'
import { isObject } from './fault.ts'

export const valueFaults: readonly AnywhereFault[] = [
  fault(
    'unicode-is-lost',
    'Names in other letters become question marks.',
    stores(text((one) => one.replace(/\P{ASCII}/gu, '?'))),
  ),
  fault(
    'long-texts-are-cut',
    'What is longer than 100 letters is cut.',
    stores(text((one) => one.slice(0, 100))),
  ),
  fault('blanks-are-trimmed', 'Blanks that mean something are gone.', stores(text((one) => one.trim()))),
  fault('capitals-are-lost', 'Texts are kept in small letters.', stores(text((one) => one.toLowerCase()))),
  fault(
    'quotes-are-escaped',
    'Texts are shown as HTML.',
    shows(text((one) => one.replace(/&/g, '&amp;').replace(/</g, '&lt;'))),
  ),
  fault(
    'empty-is-null',
    'An empty text comes back as none.',
    stores((one) => (one === '' ? null : one)),
  ),
  fault(
    'line-ends-are-changed',
    'Texts lose their line ends.',
    stores(text((one) => one.replace(/\r?\n/g, ' '))),
  ),
  fault(
    'numbers-are-rounded',
    'The last digit of large numbers is another.',
    stores((one) => (typeof one === 'number' && one > 999 ? Math.round(one / 10) * 10 : one)),
  ),
  fault(
    'zero-is-nothing',
    'A zero is taken for none.',
    stores((one, name) => (one === 0 && name !== '' ? 1 : one)),
  ),
  fault(
    'false-is-nothing',
    'What was switched off is on.',
    stores((one) => (one === false ? true : one)),
  ),
  fault(
    'lists-are-sorted',
    'The order of a list in a thing is lost.',
    shows((one) =>
      Array.isArray(one) && one.every((each) => typeof each === 'string') ? [...one].sort().reverse() : one,
    ),
  ),
  fault(
    'lists-lose-their-last',
    'The last entry of a list in a thing is lost.',
    stores((one) => (Array.isArray(one) ? one.slice(0, -1) : one)),
  ),
  fault(
    'lists-are-double-encoded',
    'A list in a thing comes as text.',
    shows((one) =>
      Array.isArray(one) && one.every((each) => typeof each === 'string') ? JSON.stringify(one) : one,
    ),
  ),
  fault(
    'times-lose-their-zone',
    'Nobody knows which noon is meant.',
    shows((one) => (typeof one === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(one) ? one.slice(0, -1) : one)),
  ),
  fault(
    'times-are-an-hour-off',
    'Times of creation are in local time with the sign of UTC.',
    shows((one) =>
      typeof one === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(one)
        ? new Date(Date.parse(one) + 3_600_000).toISOString()
        : one,
    ),
  ),
  fault(
    'created-moves',
    'The time of creation is that of the last look.',
    shows((one, name) =>
      /^created_?at$/i.test(name) && typeof one === 'string' ? new Date().toISOString() : one,
    ),
  ),
  fault(
    'null-is-left-out',
    'Members that are none are missing.',
    shows((one) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)) : one,
    ),
  ),
  fault(
    'numbers-are-texts',
    'Numbers come in quotes.',
    shows((one, name) => (typeof one === 'number' && name !== '' ? String(one) : one)),
  ),
]
