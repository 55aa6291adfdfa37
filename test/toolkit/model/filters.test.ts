/** The filters of a list's parameters. */
import { describe, expect, it } from 'vitest'
import { filtersOf } from '../../../src/toolkit/model/filters.ts'
import { type Given, listDocument, listOf } from './listDocument.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const time = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const texts = { type: 'array', items: text }
const choice = (...values: string[]) => ({ type: 'string', enum: values })
const object = (properties: Record<string, object>) => ({ type: 'object', properties })

/** `property operator`, with `each` for entries and `?` where the document leaves it open. */
const reported = (given: Given): string | undefined => {
  const { api, list } = listOf(listDocument([given], given.properties))
  const [input] = list.inputs
  const filter =
    input &&
    (filtersOf(api, list).find(({ input: one }) => one.name === input.name)?.filter ??
      filtersOf(api, list)[0]?.filter)
  if (filter === undefined) return undefined
  const { properties, operator, each, open, evidence } = filter
  const paths = properties.map((path) => path.join('.')).join('|')
  const weak = evidence.confidence < 0.6 ? ' weak' : ''
  return `${each ? 'each ' : ''}${paths} ${operator}${open ? '?' : ''}${weak}`
}

describe('what a parameter filters by', () => {
  const person = object({ id: text, login: text, bio: text })
  const rows: [Given, string | undefined][] = [
    [{ parameter: 'status', properties: { status: choice('open', 'closed') } }, 'status eq'],
    [{ parameter: 'title', properties: { title: text } }, 'title eq?'],
    [{ parameter: 'published_from', properties: { published_year: integer } }, 'published_year gte?'],
    [
      {
        parameter: 'published_to',
        description: 'Last year of publication to include.',
        properties: { published_year: integer },
      },
      'published_year lte',
    ],
    [{ parameter: 'published_to', properties: { published_pages: integer } }, undefined],
    ...[
      ['query', "A query document. Example: {'title':'Report'} matches titles."],
      ['query', 'A JSON object with the title'],
      ['title', 'Filter for title and line using the following format: `TITLE-LINE`.'],
      ['title', 'Matches key:value pairs.'],
      ['title', 'The title of the user requesting this resource'],
    ].map(([parameter = '', description = '']): [Given, undefined] => [
      { parameter, description, properties: { title: text } },
      undefined,
    ]),
    [{ parameter: 'title', description: 'The exact title.', properties: { title: text } }, 'title eq?'],
    [
      { parameter: 'title', description: 'Titles that contain this.', properties: { title: text } },
      'title contains?',
    ],
    [
      { parameter: 'title', description: 'A substring of the title.', properties: { title: text } },
      'title contains?',
    ],
    [
      { parameter: 'title', description: 'Title starting with this.', properties: { title: text } },
      'title prefix?',
    ],
    [{ parameter: 'titlePrefix', properties: { title: text } }, 'title prefix'],
    [{ parameter: 'title_starts_with', properties: { title: text } }, 'title prefix'],
    [{ parameter: 'startsWithTitle', properties: { title: text } }, 'title prefix'],
    [{ parameter: 'title[contains]', properties: { title: text } }, 'title contains? weak'],
    [{ parameter: 'title__icontains', properties: { title: text } }, 'title contains? weak'],
    [
      { parameter: 'UpdatedAfter', schema: time, properties: { DateCreated: time, DateUpdated: time } },
      'DateUpdated gte?',
    ],
    [
      { parameter: 'title', description: 'Filter by title or part of it.', properties: { title: text } },
      'title contains?',
    ],
    [
      {
        parameter: 'title_like',
        description: 'Only things with a title containing this string.',
        properties: { title: text },
      },
      'title contains?',
    ],
    [
      {
        parameter: 'ids[]',
        schema: texts,
        description: 'The list of IDs to filter by.',
        properties: { id: text },
      },
      'id eq',
    ],
    [{ parameter: 'ids', schema: texts, properties: { id: text } }, 'id eq weak'],
    [
      {
        parameter: 'thing_status',
        schema: choice('open', 'closed'),
        description: 'Only things that are in this status.',
        properties: { status: choice('open', 'closed') },
      },
      'status eq',
    ],
    [
      {
        parameter: 'search',
        description: 'Searches for example by description or prefix.',
        properties: { description: text, prefix: text },
      },
      'description|prefix search',
    ],
    [
      {
        parameter: 'q',
        description: 'Only episodes with a title that contains this.',
        properties: { id: text, type: text, attributes: object({ title: text }) },
      },
      'attributes.title search',
    ],
    [
      {
        parameter: 'series_id',
        properties: {
          id: text,
          type: text,
          attributes: object({ title: text }),
          relationships: object({ series: object({ data: object({ id: text }) }) }),
        },
      },
      'relationships.series.data.id eq',
    ],
    [
      { parameter: 'cities', schema: texts, properties: { address: object({ city: text }) } },
      'address.city eq weak',
    ],
    [
      { parameter: 'network', properties: { network_summary: object({ id: text }) } },
      'network_summary.id eq weak',
    ],
    [{ parameter: 'network', properties: { network_summary: object({ size: text }) } }, undefined],
    [{ parameter: 'kind', properties: { kind: object({ value: text, desc: text }) } }, 'kind.value eq'],
    [
      {
        parameter: 'city',
        description: 'Search for things in this city',
        properties: { address: object({ city: text }) },
      },
      'address.city eq',
    ],
    [
      {
        parameter: 'ownerId',
        description: 'Search the things of an owner',
        properties: { owner: object({ ownerId: text }) },
      },
      'owner.ownerId eq',
    ],
    [{ parameter: 'min_load', schema: day, properties: { load: text } }, 'load gte weak'],
    [{ parameter: 'min_load', properties: { load: { ...text, example: '2031-04-01' } } }, 'load gte weak'],
    [{ parameter: 'min_load', properties: { load: text } }, undefined],
    [
      {
        parameter: 'state',
        description: 'A two-letter state code',
        properties: { region: object({ state: text }) },
      },
      'region.state eq',
    ],
    [{ parameter: 'state', properties: { region: object({ state: text }) } }, undefined],
    [{ parameter: 'textSearch', properties: { title: text } }, ' search weak'],
    [
      {
        parameter: 'createdAfter',
        description: 'Exclude things created before this date.',
        properties: { creationDate: time },
      },
      'creationDate gte',
    ],
    [
      {
        parameter: 'name',
        properties: { id: text, type: text, attributes: object({ name: text, type: text }) },
      },
      'attributes.name eq?',
    ],
    [
      {
        parameter: 'after',
        schema: time,
        description: 'Marks the start of a range. The output excludes the given timestamp.',
        properties: { time_created: time },
      },
      'time_created gt',
    ],
    [
      {
        parameter: 'from',
        schema: time,
        description: 'Marks the start of a range. The output includes the given timestamp.',
        properties: { time_created: time },
      },
      'time_created gte',
    ],
    [
      { parameter: 'pair', description: 'The key of a key-value pair', properties: { pair: text } },
      'pair eq?',
    ],
    [
      {
        parameter: 'filter',
        description: `Filters by the title. ${'A longer discussion of filters. '.repeat(20)}`,
        properties: { title: text },
      },
      undefined,
    ],
    [{ parameter: 'thingCountry', properties: { country: text } }, 'country eq? weak'],
    [
      { parameter: 'kindFilter', schema: choice('all', 'own'), properties: { kind: choice('a', 'b') } },
      undefined,
    ],
    [{ parameter: 'nameFilter', properties: { name: text } }, 'name eq? weak'],
    [{ parameter: 'filterByName', properties: { name: text } }, 'name eq? weak'],
    [{ parameter: 'folderId', properties: { folderId: text } }, 'folderId eq'],
    [{ parameter: 'folder_id', properties: { folderId: text } }, 'folderId eq'],
    [{ parameter: 'folderId', properties: { folder: object({ id: text }), folderId: text } }, 'folderId eq'],
    [
      {
        parameter: 'productId',
        description: 'Orders with a line for this product.',
        properties: { lines: { type: 'array', items: object({ productId: text }) } },
      },
      'each lines.productId eq weak',
    ],
    [
      {
        parameter: 'productId',
        properties: { lines: { type: 'array', items: object({ productId: text }) } },
      },
      undefined,
    ],
    [{ parameter: 'filter[state]', properties: { state: choice('a', 'b') } }, 'state eq'],
    [{ parameter: 'where[state]', properties: { state: choice('a', 'b') } }, 'state eq'],
    [
      {
        parameter: 'filter',
        style: 'deepObject',
        schema: object({ state: text }),
        properties: { state: choice('a') },
      },
      'state eq',
    ],
    [{ parameter: 'tag', properties: { tags: texts } }, 'each tags eq'],
    [{ parameter: 'tags', properties: { tags: texts } }, 'each tags eq'],
    [
      { parameter: 'label', properties: { labels: { type: 'object', additionalProperties: integer } } },
      'each labels eq',
    ],
    [{ parameter: 'tag_name', properties: { tags: texts } }, 'each tags eq weak'],
    [
      { parameter: 'active', schema: { type: 'boolean' }, properties: { active: { type: 'boolean' } } },
      'active eq',
    ],
    [{ parameter: 'ownerId', properties: { owner: object({ id: text }) } }, 'owner.id eq'],
    [{ parameter: 'owner', properties: { owner: object({ id: text, bio: text }) } }, 'owner.id eq'],
    [
      { parameter: 'owner', description: 'The bio of the owner.', properties: { owner: person } },
      'owner.bio eq',
    ],
    [
      {
        parameter: 'owner',
        description: 'The name of a user.',
        properties: { owner: object({ id: text, name: text }) },
      },
      'owner.id eq',
    ],
    [
      {
        parameter: 'owner',
        description: 'The `name` of a user.',
        properties: { owner: object({ id: text, name: text }) },
      },
      'owner.name eq',
    ],
    [{ parameter: 'owner.bio', properties: { owner: person } }, 'owner.bio eq'],
    [
      { parameter: 'q', description: 'Searches title and body.', properties: { title: text, body: text } },
      'title|body search',
    ],
    [{ parameter: 'search', properties: { title: text } }, ' search weak'],
    [{ parameter: 'createdAfter', schema: time, properties: { createdAt: time } }, 'createdAt gte?'],
    [{ parameter: 'created_before', schema: time, properties: { created_at: time } }, 'created_at lte?'],
    [
      {
        parameter: 'to',
        schema: day,
        description: 'Last day, included.',
        properties: { paid_on: day, created_at: time },
      },
      'paid_on lte',
    ],
    [{ parameter: 'to', schema: time, properties: { paid_on: day, created_at: time } }, 'created_at lte?'],
    [
      { parameter: 'since', schema: time, properties: { createdAt: time, updatedAt: time } },
      'createdAt gte?',
    ],
    [
      {
        parameter: 'since',
        schema: time,
        description: 'Only things updated at or after this moment.',
        properties: { createdAt: time, updatedAt: time },
      },
      'updatedAt gte',
    ],
    [
      { parameter: 'updatedSince', schema: time, properties: { createdAt: time, updatedAt: time } },
      'updatedAt gte?',
    ],
    [{ parameter: 'min_price', schema: integer, properties: { price: integer } }, 'price gte'],
    [{ parameter: 'maxPrice', schema: integer, properties: { price: integer } }, 'price lte'],
    [
      {
        parameter: 'maxPrice',
        schema: integer,
        description: 'In cents.',
        properties: { priceCents: integer },
      },
      'priceCents lte',
    ],
    ...[
      ['Strictly less than.', 'price lt'],
      ['Prices lower than this.', 'price lte?'],
      ['Less than or equal to this.', 'price lte'],
      ['The maximum price, exclusive of taxes.', 'price lte'],
    ].map(([description = '', found]): [Given, string | undefined] => [
      { parameter: 'maxPrice', schema: integer, description, properties: { price: integer } },
      found,
    ]),
    ...[
      ['Archived things are kept out of sight; pass `true` to get them as well.', undefined],
      ['Archived things are hidden unless this is true.', undefined],
      ['Default false, so archived things are not shown; `true` shows those only.', 'archived eq'],
      ['Whether the things are archived.', 'archived eq'],
    ].map(([description, found]): [Given, string | undefined] => [
      {
        parameter: 'archived',
        schema: { type: 'boolean' },
        description: description ?? '',
        properties: { archived: { type: 'boolean' } },
      },
      found,
    ]),
    [
      {
        parameter: 'language',
        description: 'Matches on the primary subtag, so `en` also finds `en-GB`.',
        properties: { language: text },
      },
      undefined,
    ],
    [{ parameter: 'price[gt]', schema: integer, properties: { price: integer } }, 'price gt'],
    [{ parameter: 'price__lte', schema: integer, properties: { price: integer } }, 'price lte'],
    [{ parameter: 'dueBefore', schema: day, properties: { dueOn: day } }, 'dueOn lte?'],
    [
      {
        parameter: 'from',
        schema: day,
        description: 'Whose due date is at least this.',
        properties: { due_date: day },
      },
      'due_date gte',
    ],
    [{ parameter: 'after', properties: { createdAt: time } }, undefined],
    [{ parameter: 'sort', properties: { sort: text } }, undefined],
    [{ parameter: 'limit', schema: integer, properties: { limit: integer } }, undefined],
    [{ parameter: 'fields', properties: { fields: texts } }, undefined],
    [{ parameter: 'colour', properties: { title: text } }, undefined],
    // A common word is as likely about something that the items do not show.
    [{ parameter: 'type', properties: { image: object({ type: text, url: text }) } }, undefined],
    [{ parameter: 'login', properties: { owner: person } }, 'owner.login eq'],
    [
      {
        parameter: 'created',
        style: 'deepObject',
        schema: { anyOf: [object({ gt: integer }), integer] },
        properties: { created: integer },
      },
      'created eq',
    ],
    [
      {
        parameter: 'created',
        style: 'deepObject',
        schema: object({ gt: integer }),
        statement: { filter: false },
        properties: { created: integer },
      },
      undefined,
    ],
    [
      {
        parameter: 'until',
        statement: { filter: { property: 'dueOn', operator: 'lt' } },
        properties: { dueOn: day },
      },
      'dueOn lt',
    ],
    [{ parameter: 'with', statement: { filter: 'tags' }, properties: { tags: texts } }, 'each tags eq'],
    // Statements of the spec apply, also those that deny a filter.
    [{ parameter: 'colour', statement: { filter: 'title' }, properties: { title: text } }, 'title eq'],
    [
      {
        parameter: 'colour',
        statement: { filter: { property: 'title', operator: 'prefix' } },
        properties: { title: text },
      },
      'title prefix',
    ],
    [{ parameter: 'in', statement: { filter: 'owner.id' }, properties: { owner: person } }, 'owner.id eq'],
    [{ parameter: 'title', statement: { filter: false }, properties: { title: text } }, undefined],
    [
      { parameter: 'limit', schema: integer, statement: { paging: false }, properties: { limit: integer } },
      'limit eq',
    ],
    [{ parameter: 'order', statement: { sort: false }, properties: { order: text } }, 'order eq?'],
  ]
  it.each(rows)('%j', (given, expected) => {
    expect(reported(given)).toBe(expected)
  })

  const flag = { type: 'boolean' }
  const more: [Given, string | undefined][] = [
    // The first half of the comparison is a part of the parameter's name: `?DateCreated<=2031-03-01`.
    [{ parameter: 'DateCreated<', schema: day, properties: { dateCreated: time } }, 'dateCreated lte'],
    [{ parameter: 'DateCreated>', schema: day, properties: { dateCreated: time } }, 'dateCreated gte'],
    [
      {
        parameter: 'startDate',
        schema: day,
        description: 'Only usage on or after this date.',
        properties: { startDate: day },
      },
      'startDate gte',
    ],
    [
      { parameter: 'startDate', schema: day, description: 'The first day.', properties: { startDate: day } },
      'startDate eq',
    ],
    [
      {
        parameter: 'start_time',
        schema: integer,
        description: 'The start of the time range when it was created (inclusive), as a unix timestamp.',
        properties: { created: integer, size: integer },
      },
      'created gte',
    ],
    [
      {
        parameter: 'from',
        schema: time,
        description: 'Only visits starting at or after this moment',
        properties: { created_at: time, starts_at: time, ends_at: time },
      },
      'starts_at gte',
    ],
    [
      {
        parameter: 'to',
        schema: time,
        description: 'Only appointments that start before this time.',
        properties: { startsAt: time, endsAt: time, createdAt: time },
      },
      'startsAt lt',
    ],
    [
      {
        parameter: 'from',
        schema: day,
        description: 'First UTC day of `startsAt`, inclusive.',
        properties: { createdAt: time, startsAt: time, endsAt: time },
      },
      'startsAt gte',
    ],
    [
      {
        parameter: 'from',
        schema: day,
        description: 'First day. Items are sorted by `startsAt`.',
        properties: { createdAt: time, startsAt: time, endsAt: time },
      },
      'createdAt gte?',
    ],
    // The only time of an item is what `since` is about; of several it may be any.
    [{ parameter: 'since', schema: time, properties: { executedAt: time } }, 'executedAt gte?'],
    [{ parameter: 'since', schema: time, properties: { executedAt: time, dueAt: time } }, undefined],
    // A prefix without a property of its name is about those that end so, or that the description names.
    [
      { parameter: 'namePrefix', properties: { firstName: text, lastName: text, bio: text } },
      'firstName|lastName prefix weak',
    ],
    [{ parameter: 'namePrefix', properties: { name: text, lastName: text } }, 'name prefix'],
    [
      {
        parameter: 'prefix',
        description: 'Beginning of the title or the slug.',
        properties: { title: text, slug: text, bio: text },
      },
      'title|slug prefix',
    ],
    [{ parameter: 'prefix', properties: { title: text } }, undefined],
    // A flag compares no list.
    [{ parameter: 'forwardAddress', schema: flag, properties: { forwardAddresses: texts } }, undefined],
    [
      {
        parameter: 'autoResponder',
        schema: flag,
        properties: { autoResponder: object({ active: flag, text }) },
      },
      'autoResponder.active eq',
    ],
    [{ parameter: 'catchAll', schema: flag, properties: { isCatchAll: flag } }, 'isCatchAll eq weak'],
    [{ parameter: 'tags[]', schema: texts, properties: { tags: texts } }, 'each tags eq'],
    ...[
      ['Next box strictly before that day.', 'nextBoxOn lt'],
      ['Only those whose next box is on or before that day.', 'nextBoxOn lte'],
      ['The day before the next box.', undefined],
      ['Renewals before that day.', undefined],
    ].map(([description = '', found]): [Given, string | undefined] => [
      {
        parameter: 'renewsBefore',
        description,
        schema: day,
        properties: { nextBoxOn: day, startsOn: day, createdAt: time },
      },
      found,
    ]),
    [
      {
        parameter: 'address',
        description: 'Substring of street or postcode.',
        properties: { street: text, postcode: text, owner: text },
      },
      'street|postcode search',
    ],
    [
      {
        parameter: 'address',
        description: 'Substring of street or the town.',
        properties: { street: text, postcode: text },
      },
      undefined,
    ],
    [{ parameter: 'thingIds', schema: texts, properties: { title: text } }, 'id eq weak'],
    [{ parameter: 'type', properties: { thingType: text, title: text } }, 'thingType eq? weak'],
    [{ parameter: 'type', properties: { actionType: text, bodyType: text } }, undefined],
    [
      { parameter: 'searchTerm', description: 'Searches the title.', properties: { title: text } },
      'title search',
    ],
  ]
  it.each(more)('%j', (given, expected) => {
    expect(reported(given)).toBe(expected)
  })

  it('finds properties that only an item by itself shows, without being sure', () => {
    const document = listDocument([{ parameter: 'colour' }, { parameter: 'title' }], {
      title: text,
      colour: choice('red', 'blue'),
    })
    const { paths } = document as unknown as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
    }
    const ok = paths['/things']?.get.responses['200']
    if (ok === undefined) throw new Error('The document has no list.')
    const items = { type: 'array', items: object({ id: text, title: text }) }
    ok.content = { 'application/json': { schema: object({ items }) } }
    const { api, list } = listOf(document)
    expect(
      filtersOf(api, list).map(({ filter: { parameter, properties, evidence } }) => [
        parameter,
        properties.flat().join('.'),
        evidence.confidence,
      ]),
    ).toEqual([
      ['colour', 'colour', 0.5],
      ['title', 'title', 0.9],
    ])
  })

  it('says what a statement that cannot be understood should have been', () => {
    const given = {
      parameter: 'a',
      statement: { filter: { property: 'title', operator: 'is' } },
      properties: { title: text },
    }
    expect(() => reported(given)).toThrow(
      'x-conformance.filter of the parameter a is {"property":"title","operator":"is"}; expected false, the name of a property, or { property, operator } with one of eq, contains,',
    )
  })
})

it.each<[parameters: Omit<Given, 'properties'>[], found: string | undefined]>([
  [
    [
      { parameter: 'minRate', schema: integer, description: 'Lower bound (inclusive) for `hourlyRate`.' },
      { parameter: 'maxRate', schema: integer, description: 'Upper bound (inclusive).' },
    ],
    'hourlyRate lte',
  ],
  [[{ parameter: 'maxRate', schema: integer, description: 'Upper bound (inclusive).' }], undefined],
  [
    [
      { parameter: 'min_fee', schema: integer, description: 'Lower bound for `hourlyRate`.' },
      { parameter: 'maxRate', schema: integer, description: 'Upper bound (inclusive).' },
    ],
    undefined,
  ],
])('the other end of a range: %j', (parameters, wanted) => {
  const { api, list } = listOf(listDocument(parameters, { hourlyRate: integer, score: integer }))
  const found = filtersOf(api, list).find(({ input }) => input.name === 'maxRate')?.filter
  expect(found && `${found.properties.join()} ${found.operator}`).toBe(wanted)
})
