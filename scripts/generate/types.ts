import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { type ContractDocument, objectAt } from '../../src/contract/index.ts'

/** The TypeScript types of a bundled OpenAPI document: `paths`, `operations`, `components` and an alias for each schema. */
export async function typesOf(document: ContractDocument): Promise<string> {
  const nodes = await openapiTS(structuredClone(document.root) as unknown as OpenAPI3, {
    // A member with a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  })
  const names = Object.keys(objectAt(objectAt(document.root, 'components'), 'schemas'))
  const bad = names.find((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))
  if (bad !== undefined) {
    throw new Error(
      `${document.source}: the schema "${bad}" needs a file name in PascalCase that no other schema file has; its type is named after it.`,
    )
  }
  const aliases = names.map((name) => `export type ${name} = components['schemas']['${name}']\n`).join('')
  return astToString(nodes) + aliases
}
