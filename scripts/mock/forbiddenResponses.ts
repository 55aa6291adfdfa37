/** The responses of a mock that its own document forbids. */
import { createResponseChecker, formatFinding, loadDocument } from '../../src/toolkit/conformance/index.ts'
import { createNodeMock } from '../../src/toolkit/mock/nodeMock.ts'
import { listOperations } from '../../src/toolkit/openapi/index.ts'
import { PLAIN_MOCK } from './plainMock.ts'

export interface Sample {
  seeds: readonly number[]
  /** Checks each so-many-th pair of operation and status, beginning with the first. */
  every: number
}

/** @returns the number of responses, and a line for each violation */
export async function forbiddenResponses(
  file: string,
  { seeds, every }: Sample,
): Promise<{ checked: number; found: string[] }> {
  const document = loadDocument(file)
  const { check } = createResponseChecker(document)
  const mock = await createNodeMock(document, { ...PLAIN_MOCK, dynamic: true })
  const pairs = listOperations(document).flatMap((operation) =>
    [...operation.responses.keys()]
      .filter((code) => /^\d{3}$/.test(code))
      .map((code) => ({ operation, code })),
  )
  const found: string[] = []
  let checked = 0
  for (const { operation, code } of pairs.filter((_, index) => index % every === 0)) {
    const { method, path } = operation
    const url = path.replace(/\{([^}]+)\}/g, 'x')
    for (const seed of seeds) {
      const headers = { prefer: `code=${code}, dynamic=true, seed=${seed}` }
      const response = await mock.respond({ method, url, headers, body: Buffer.alloc(0) })
      if (response === undefined) throw new Error(`${method} ${url} is not found.`)
      checked++
      const text = response.body === undefined ? '' : response.body
      const body = Buffer.from(typeof text === 'string' ? text : JSON.stringify(text))
      const where = `${method} ${path} ${code} seed ${seed}`
      // A mock without a response reports it with a status of its own.
      if (String(response.status) !== code) found.push(`${where}: answered ${response.status}: ${body}`)
      const findings = check({ method, url, status: response.status, headers: response.headers, body })
      found.push(...findings.map((finding) => `${where}: ${formatFinding(finding)}`))
    }
  }
  return { checked, found }
}
