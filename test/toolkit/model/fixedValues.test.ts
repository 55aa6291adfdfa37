/** Values that no update changes. */
import { describe, expect, it } from 'vitest'
import { fixedBy, fixedNames, unaffectedBy } from '../../../src/toolkit/model/fixedValues.ts'

describe('a value that no update changes, by its own description', () => {
  it.each<[description: string, found: number | boolean]>([
    ["Can't be changed.", true],
    ['Must be unique. It cannot be changed later.', true],
    ['Cannot be changed after creation (409).', 409],
    ['The handle cannot be changed once it is set.', true],
    ['Fixed; sending a different value is a 422.', false],
    ['Is fixed; sending a different value is a 422.', 422],
    ['Immutable.', true],
    ['Unique within the team, immutable', true],
    ['Set at creation and never changed', false],
    ['Only set at creation.', true],
    ['Never changes.', true],
    ["Desks don't move - a zone given in an update is ignored.", true],
    ['Ignored in updates.', false],
    ['It is ignored in updates.', true],
    ['Changes to it are ignored.', true],
    // Conditions, other callers, and other meanings.
    ['Cannot be changed once the order is paid.', false],
    ['Cannot be changed while the claim is open.', false],
    ['Cannot be changed by members.', false],
    ['Can only be changed by support.', false],
    ['Cannot be changed unless it is empty.', false],
    ['It stays the same for the whole season.', false],
    ['Upper and lower case are ignored.', false],
    ['The price is fixed by the owner.', false],
    ['Unknown values in an update are ignored.', false],
    ['The format is fixed.', false],
    ['The default is fixed.', false],
    ['Empty updates are ignored.', false],
    ['Small changes are ignored.', false],
    ['Later changes are ignored.', true],
  ])('%s', (description, found) => {
    const read = fixedBy(description, 'zone')
    expect(read === undefined ? false : (read.status ?? true)).toBe(found)
  })
})

describe('values that no update changes, by the description of the update', () => {
  it.each<[description: string, found: Record<string, number | undefined>]>([
    ['`kind` and `serial` are fixed; sending a different value is a 422.', { kind: 422, serial: 422 }],
    ['Names may change; the abbreviation sticks.', { abbreviation: undefined }],
    [
      'The accession number stays what it was, whatever the body says. While it is away its kind cannot be set (409).',
      { accessionNumber: undefined },
    ],
    ['Changes the kind. The serial cannot be changed.', { serial: undefined }],
    ['The kind in the body is ignored.', { kind: undefined }],
    ['The serial cannot be changed (409).', { serial: 409 }],
    ['Once paid, the serial cannot be changed.', {}],
    ['The serial and the zone of the shelf cannot be changed.', {}],
    ['The serial can be changed.', {}],
    ['The kind is fixed when the first item is added.', {}],
  ])('%s', (description, found) => {
    const read = fixedNames(description, ['kind', 'serial', 'abbreviation', 'accessionNumber', 'name'])
    expect(Object.fromEntries([...read].map(([name, { status }]) => [name, status]))).toEqual(found)
  })
})

describe('a value that stays when another one changes', () => {
  it.each<[description: string, by: string | undefined]>([
    ['Unaffected by later changes of the name', 'name'],
    ['Made from the name, and not affected by changes to the name.', 'name'],
    ['Stays the same when the name changes.', 'name'],
    ["Doesn't change when the name is changed later.", 'name'],
    ['Later changes of the name do not affect it.', 'name'],
    ['Unaffected by later changes of the plan.', undefined],
    ['Follows changes of the name.', undefined],
    ['Unaffected by changes of the name, unless it is empty.', undefined],
    ['The slug is not affected by changes of the name.', 'name'],
    ['Once issued, unaffected by changes of the name.', undefined],
    ['For closed items, not affected by changes of the price.', undefined],
    ['Existing invoices are not affected by changes to the price.', undefined],
    ['If set by hand, it is unaffected by changes of the name.', undefined],
  ])('%s', (description, by) => {
    expect(unaffectedBy(description, ['name', 'price'], 'slug')?.by).toBe(by)
  })
})
