/** A value that fits no branch of a choice: lint reports the errors of the meant branch, and none of the others. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder, said, slipping } from './slipping.ts'

describe('an example that fits no branch of a choice', { timeout: 60_000 }, () => {
  const folder = newFolder()
  const file = join(folder, 'orders.yaml')
  writeFileSync(
    join(folder, 'Card.yaml'),
    `type: object
required: [kind, number]
additionalProperties: false
properties:
  kind: {type: string, const: card}
  number: {type: string, minLength: 4}
  holder: {anyOf: [{$ref: '#/$defs/Person'}, {type: 'null'}]}
$defs:
  Person: {type: object, required: [name], properties: {name: {type: string}}}
`,
  )
  writeFileSync(
    file,
    `openapi: 3.1.0
info: {title: Orders, version: 1.0.0, license: {name: MIT, url: 'https://example.com/mit'}}
servers: [{url: 'https://orders.dev'}]
security: [{key: []}]
paths:
  /orders:
    get:
      operationId: readOrder
      summary: Reads the order
      responses:
        '200':
          description: The order.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Order'}
              examples:
                far: {$ref: '#/components/examples/Far'}
                near:
                  value: {id: 7, payment: {kind: card, number: '1234', holder: {name: Ada}}}
        '404': {description: None.}
components:
  examples:
    Far: {value: {id: 8, payment: {kind: transfer, iban: GB1}}}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
  schemas:
    Order:
      type: object
      required: [id, payment]
      properties:
        id: {type: integer}
        payment:
          oneOf:
            - {$ref: ./Card.yaml}
            - type: object
              required: [kind, iban]
              additionalProperties: false
              properties: {kind: {type: string, const: transfer}, iban: {type: string, minLength: 3}}
            - {type: 'null'}
      examples:
        - {id: 9, payment: null}
`,
  )
  const look = () => said(folder, { file, alias: undefined }, undefined)

  it('has nothing said of it while it fits', async () => {
    expect(await look()).toEqual([])
  })

  const slips: [slip: string, before: string, after: string, want: RegExp[]][] = [
    ['a member too short', "number: '1234'", "number: '1'", [/:19: .*`number` property must NOT have fewer/]],
    ['a member not there', "number: '1234', ", '', [/:19: .*must have required property 'number'/]],
    ['a member undeclared', 'iban: GB1', 'iban: GB1, bic: X', [/:23: .*additional properties `bic`/]],
    ['a kind that there is not', 'kind: transfer, iban: GB1', 'kind: cash', [/:23: .*`kind` .*constant/]],
    ['a choice within it', '{name: Ada}', '{nam: Ada}', [/:19: .*must have required property 'name'/]],
    [
      'an example of the schema',
      'payment: null',
      'payment: {kind: card, number: 4}',
      [/:\d+: .*`number` .*string/],
    ],
    [
      'two slips, one of them outside',
      "id: 7, payment: {kind: card, number: '1234'",
      "id: '7', payment: {kind: card, number: '1'",
      [/`id` property type must be integer/, /`number` property must NOT have fewer/],
    ],
  ]
  it.each(slips)('%s', async (_, before, after, want) => {
    const found = await slipping(file, before, after, look)
    expect(found.sort()).toEqual(want.map((one) => expect.stringMatching(one)))
  })
})
