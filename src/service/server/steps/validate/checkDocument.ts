/** Run on a thread at the start, because it blocks for long: whether express-openapi-validator accepts the document. */
import * as OpenApiValidator from 'express-openapi-validator'

type Middleware = (request: object, response: object, next: (error?: unknown) => void) => Promise<unknown>

/** @throws Error when the document is not valid OpenAPI: the server rejects to start */
export default async function checkDocument(document: object): Promise<void> {
  const [load] = OpenApiValidator.middleware({
    apiSpec: document as never,
    validateSecurity: false,
  }) as never as [Middleware]
  await new Promise<void>((resolve, reject) => {
    const next = (error?: unknown) => (error === undefined ? resolve() : reject(error))
    load({ app: { param() {} } }, {}, next).catch(reject)
  })
}
