// Dredd loads hooks as CommonJS. The plan defines the requests; Dredd's own body comparison passes almost anything,
// so each transaction gets the schema of its response to validate against.
const { appendFileSync, readFileSync } = require('node:fs')
const hooks = require('hooks')

const plan = JSON.parse(readFileSync(process.env.DREDD_PLAN, 'utf8'))

hooks.beforeEach((transaction, done) => {
  const { request, expected, origin } = transaction
  const planned = plan.transactions[`${request.method} ${origin.resourceName} ${expected.statusCode}`]
  if (planned === undefined) {
    transaction.skip = true
    return done()
  }
  transaction.fullPath = planned.path
  request.uri = planned.path
  const { Accept, 'Content-Type': contentType, 'User-Agent': agent } = request.headers
  const stored = {
    ...(Accept && { Accept }),
    ...(contentType && { 'Content-Type': contentType }),
    'User-Agent': agent,
  }
  request.headers = { ...stored, ...planned.headers }
  if (planned.body !== undefined) request.body = planned.body
  for (const name of planned.optionalHeaders) delete expected.headers[name]
  if (planned.contentType === 'application/json') {
    expected.headers['Content-Type'] = 'application/json; charset=utf-8'
  }
  if (planned.schema) {
    expected.bodySchema = planned.schema
    expected.body = ''
  }
  done()
})

hooks.afterEach((transaction, done) => {
  const outcome = transaction.skip ? 'skipped' : transaction.test?.status === 'pass' ? 'passed' : 'failed'
  appendFileSync(process.env.DREDD_OUTCOMES, `${outcome}\n`)
  done()
})
