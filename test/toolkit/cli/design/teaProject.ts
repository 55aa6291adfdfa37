/** A small project of this repository's layout: two operations, their handlers, a test for each, and a release. */
import { join } from 'node:path'
import { bundle } from '../../../../src/toolkit/openapi/redocly/bundle.ts'
import { type TemporaryProject, temporaryProject } from '../../../harness/temporaryProject.ts'

const PAGE = `openapi: 3.1.0
info: {title: Teas, version: 1.0.0, license: {name: MIT, identifier: MIT}}
servers: [{url: 'https://teas.example'}]
security: [{oauth: [teas]}]
paths:
  /teas: {$ref: ./teas/teas.yaml}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: 'https://teas.example/token', scopes: {teas: Everything}}}
`

export const TEAS = `get:
  operationId: listTeas
  summary: List
  responses:
    '200':
      description: Teas
      content: {application/json: {schema: {$ref: ./Tea.yaml}, example: {name: Assam, note: strong}}}
    '400': {description: Bad}
post:
  operationId: createTea
  summary: Create
  requestBody:
    required: true
    content: {application/json: {schema: {$ref: ./Tea.yaml}, example: {name: Assam, note: strong}}}
  responses:
    '201': {description: Made}
    '400': {description: Bad}
`

export const NEW_OPERATION = `delete:
  operationId: deleteTeas
  summary: Delete
  responses:
    '204': {description: Gone}
    '400': {description: Bad}
`

export const TEA = `type: object
required: [name]
properties:
  name: {type: string}
  note: {type: string}
`

const FILES: Record<string, string> = {
  'openapi/v1/openapi.yaml': PAGE,
  'openapi/v1/teas/teas.yaml': TEAS,
  'openapi/v1/teas/Tea.yaml': TEA,
  'generated/.keep': '',
  'redocly.yaml': 'extends: [recommended]\napis: {v1: {root: openapi/v1/openapi.yaml}}\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: [],
      skipLibCheck: true,
    },
    include: ['src', 'test', 'generated'],
  }),
  'src/service/server/handler.ts': `import type { OperationId } from '../../../generated/operations.ts'
export type Handlers = Record<OperationId, () => string>
`,
  'src/service/features/teas/listTeas.ts': "export const listTeas = () => 'list'\n",
  'src/service/features/teas/createTea.ts': "export const createTea = () => 'create'\n",
  'test/recipes.ts': `import type { OperationId } from '../generated/operations.ts'
export const recipes: Record<OperationId, string> = { listTeas: '', createTea: '' }
`,
}

export async function teaProject(): Promise<TemporaryProject> {
  const { root, write } = temporaryProject('teas', FILES)
  write('openapi/released/1.0.0.json', JSON.stringify(await bundle(join(root, 'openapi/v1/openapi.yaml'))))
  return { root, write }
}
