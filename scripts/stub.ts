/**
 * Starts an operation of the document: its handler and its test, each with a hole that the compiler and the
 * test run point at.
 *
 *     npm run stub -- createPrompt
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentOf, listOperations } from '../src/toolkit/contract/index.ts'
import { bundle } from '../src/toolkit/generate/bundle.ts'
import { featuresOf } from '../src/toolkit/generate/features.ts'
import { nearest } from '../src/toolkit/stub/nearest.ts'
import { handlerText, testText } from '../src/toolkit/stub/texts.ts'

const DOCUMENT = 'openapi/v1/openapi.yaml'

async function main([wanted, ...more]: string[]): Promise<void> {
  if (wanted === undefined || more.length > 0) throw new Error('Usage: npm run stub -- <operationId>')
  const operations = listOperations(documentOf(await bundle(join(process.cwd(), DOCUMENT)), DOCUMENT))
  const operation = operations.find(({ operationId }) => operationId === wanted)
  if (operation === undefined)
    throw new Error(
      unknown(
        wanted,
        operations.map(({ operationId }) => operationId),
      ),
    )
  const feature = featuresOf(join(process.cwd(), DOCUMENT))(operation)
  const files = [
    { path: `src/service/features/${feature}/${wanted}.ts`, text: handlerText(operation) },
    { path: `test/service/features/${feature}/${wanted}.test.ts`, text: testText(operation) },
  ]
  for (const { path, text } of files) {
    if (existsSync(path)) {
      console.log(`${path} is there already; left as it is.`)
      continue
    }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    console.log(`${path} written.`)
  }
  console.log(
    'Next: `npm run generate`, then `npm run typecheck`, which names every place that still lacks it.',
  )
}

function unknown(wanted: string, names: string[]): string {
  const close = nearest(wanted, names)
  const hint = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `It has: ${names.join(', ')}.`
  return `${DOCUMENT} has no operation "${wanted}". ${hint}`
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
