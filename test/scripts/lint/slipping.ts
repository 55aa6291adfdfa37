/** Slips in documents: made, checked, undone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLineColLocation } from '@redocly/openapi-core'
import { afterAll, expect } from 'vitest'
import { configOf, inspectPages, type Page } from '../../../src/toolkit/lint/inspectPages.ts'

/** In the form of `specwright lint`: `file:line rule: message`. */
export async function said(folder: string, page: Page, configuration: string | undefined): Promise<string[]> {
  const config = await configOf(configuration)
  return (await inspectPages([page], { config })).map(({ ruleId, message, location: [location] }) => {
    const line = location === undefined ? 0 : getLineColLocation(location).start.line
    return `${location?.source.absoluteRef.replace(`${folder}/`, '')}:${line}: ${ruleId}: ${message}`
  })
}

/** Gone when the tests of this file end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slips-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Makes the slip in a copy of a file, and undoes it. */
export async function slipping(file: string, before: string, after: string, look: () => Promise<string[]>) {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(before)
  writeFileSync(file, text.replace(before, after))
  try {
    return await look()
  } finally {
    writeFileSync(file, text)
  }
}
