/** One slip brings one finding, on the documents of this project and on third-party ones. */
import { copyFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { ROOT } from '../project.ts'
import { newFolder, said, slipping } from './slipping.ts'

type Slip = [slip: string, file: string, before: string, after: string, ...want: RegExp[]]

describe('a slip in the documents of this project', { timeout: 60_000 }, () => {
  const folder = newFolder()
  cpSync(join(ROOT, 'openapi'), join(folder, 'openapi'), { recursive: true })
  copyFileSync(join(ROOT, 'redocly.yaml'), join(folder, 'redocly.yaml'))
  for (const part of ['src', 'scripts', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, part), join(folder, part))
  const page = { file: join(folder, 'openapi/v1/openapi.yaml'), alias: 'v1' }
  const look = () => said(folder, page, join(folder, 'redocly.yaml'))

  const slips: Slip[] = [
    ['a tab', 'Folder.yaml', '  path:', '\tpath:', /Folder\.yaml:19:.*cannot be parsed: Tabs/],
    [
      'a file that many refer to',
      '../openapi.yaml',
      'responses/Forbidden',
      'responses/Forbiden',
      /openapi\.yaml:49:.*leads nowhere.*Forbidden\.yaml\?$/,
    ],
    [
      'a member outside',
      'Folder.yaml',
      '  updatedAt:',
      'updatedAt:',
      /Folder\.yaml:35: struct: .*`updatedAt`/,
    ],
    [
      'an unknown scope',
      'folders.yaml',
      'oauth2: [prompts:read]',
      'oauth2: [prompts:red]',
      /folders\.yaml:11: house\/scopes-declared.*prompts:red/,
    ],
  ]
  it.each(casesOf(slips, 4))('%s', async (_, file, before, after, want) => {
    const found = await slipping(join(folder, 'openapi/v1/folders', file), before, after, look)
    expect(found).toEqual([expect.stringMatching(want)])
  })
})

describe("a slip in somebody else's document", { timeout: 60_000 }, () => {
  const folder = newFolder()
  const file = join(folder, 'trips.yaml')
  writeFileSync(
    file,
    `openapi: 3.0.3
info: {title: Trips, version: 1.0.0, license: {name: MIT, url: 'https://example.com/mit'}}
servers: [{url: 'https://trips.dev'}]
security: [{key: []}]
tags:
  - {name: Trips, description: Journeys.}
paths:
  /trips/{tripId}:
    parameters:
      - $ref: '#/components/parameters/TripId'
    get:
      operationId: readTrip
      summary: Reads a trip
      tags: [Trips]
      responses:
        '200':
          description: The trip.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Trip'}
              example: {id: 7, stops: [{city: Oslo}]}
        '404': {$ref: '#/components/responses/Missing'}
    delete:
      operationId: cancelTrip
      summary: Cancels a trip
      tags: [Trips]
      responses:
        '200':
          description: The trip as it was.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Trip'}
              example: {id: 7, stops: []}
        '404': {$ref: '#/components/responses/Missing'}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
  parameters:
    TripId:
      name: tripId
      in: path
      required: true
      schema: {type: integer}
      example: 7
  responses:
    Missing:
      description: There is none.
  schemas:
    Trip:
      type: object
      required: [id, stops]
      properties:
        id:
          type: integer
        stops:
          type: array
          items: {$ref: '#/components/schemas/Stop'}
    Stop:
      type: object
      required: [city]
      properties:
        city: {type: string, pattern: '^[A-Z]'}
`,
  )
  const look = () => said(folder, { file, alias: undefined }, undefined)

  it('is told alone, for without one nothing is told', async () => {
    expect(await look()).toEqual([])
  })

  const slips: Slip[] = [
    [
      'a key too deep',
      file,
      '      summary: Reads',
      '        summary: Reads',
      /trips\.yaml:\d+:.*cannot be parsed/,
    ],
    [
      'a key too shallow',
      file,
      "        '404': {$ref: '#/components/responses/Missing'}\n    delete",
      "      '404': {$ref: '#/components/responses/Missing'}\n    delete",
      /trips\.yaml:22: struct: .*`404`/,
    ],
    ['no colon', file, '      type: array', '      type array', /trips\.yaml:\d+:.*cannot be parsed/],
    [
      'commas in a text without quotes',
      file,
      'description: Journeys.',
      'description: Journeys, and trips, of a day.',
      /:6: struct: Property `and trips` is not expected here\. It has no value: .* quotes/,
    ],
    ['a tab', file, '    get:', '\t  get:', /trips\.yaml:\d+:.*cannot be parsed/],
    ['a key twice', file, '  schemas:', '  responses: {}\n  schemas:', /trips\.yaml:\d+:.*unique/],
    [
      'a schema misspelled',
      file,
      '#/components/schemas/Stop',
      '#/components/schemas/Stopp',
      /leads nowhere\. Did you mean #\/components\/schemas\/Stop\?$/,
    ],
    [
      'a schema that several refer to renamed',
      file,
      '    Trip:',
      '    Tripp:',
      /:20: .*leads nowhere\. Did you mean #\/components\/schemas\/Tripp\?$/,
      /:32: .*leads nowhere\. Did you mean #\/components\/schemas\/Tripp\?$/,
    ],
    [
      '$ref misspelled',
      file,
      "schema: {$ref: '#/components/schemas/Trip'}",
      "schema: {$reff: '#/components/schemas/Trip'}",
      /:20: struct: .*`\$reff`/,
    ],
    [
      'a keyword misspelled',
      file,
      '      properties:\n        id',
      '      propertes:\n        id',
      /struct: .*`propertes`/,
    ],
    ['a type misspelled', file, 'type: array', 'type: arry', /struct: `type`/],
    ['a pattern that is none', file, "'^[A-Z]'", "'^[A-Z'", /:62: document\/invalid-pattern: .*Unterminated/],
    [
      'an invariant that cannot be parsed',
      file,
      '      properties:\n        id',
      "      x-invariants: ['id = 4']\n      properties:\n        id",
      /trips\.yaml:\d+: document\/invalid-invariant: "id = 4" .* column 4; use == for "equals"/,
    ],
    [
      'an invariant of an undeclared property',
      file,
      '      properties:\n        id',
      "      x-invariants: ['id == idd']\n      properties:\n        id",
      /trips\.yaml:\d+: document\/invalid-invariant: "id == idd" names idd, which the schema does not declare/,
    ],
    [
      'a required member misspelled',
      file,
      'required: [city]',
      'required: [citty]',
      /Required property 'citty'/,
    ],
    [
      'an example of a wrong type',
      file,
      'id: 7, stops: []',
      "id: '7', stops: []",
      /trips\.yaml:33: .*`id` property type must be integer/,
    ],
    [
      'responses misspelled',
      file,
      "      responses:\n        '200':\n          description: The trip.",
      "      response:\n        '200':\n          description: The trip.",
      /struct: .*response/,
    ],
    [
      'a status misspelled',
      file,
      "        '404': {$ref: '#/components/responses/Missing'}\n    delete",
      "        '4O4': {$ref: '#/components/responses/Missing'}\n    delete",
      /struct: .*`4O4`/,
    ],
    ['a path parameter renamed', file, '/trips/{tripId}', '/trips/{id}', /path-parameters-defined/],
    [
      'an operation twice',
      file,
      'operationId: cancelTrip',
      'operationId: readTrip',
      /operation-operationId-unique/,
    ],
    ['a scheme misspelled', file, 'security: [{key: []}]', 'security: [{kee: []}]', /security-defined.*kee/],
  ]
  it.each(slips)('%s', async (_, path, before, after, ...want) => {
    expect(await slipping(path, before, after, look)).toEqual(want.map((one) => expect.stringMatching(one)))
  })
})
