/** Counts and times the requests of one environment, as its listener reports them. */
import type { ServerResponse } from 'node:http'
import type { Counter, Gauge, Histogram } from 'prom-client'
import { operationOf } from '../server/operationName.ts'
import type { RequestObserver } from '../transport/requestObserver.ts'

interface RequestFamilies {
  requests: Counter
  duration: Histogram
  inFlight: Gauge
}

/** Every other method is counted under one name: a label has only values that this program states. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const OTHER_METHOD = 'other'
/** Paths and methods that name no operation, and what is rejected before either is looked at. */
const NO_OPERATION = 'none'
/** The client or a deadline ended the connection before there was a response. */
const UNANSWERED = 'aborted'

export function createRequestMetrics(families: RequestFamilies, environment: string): RequestObserver {
  const { requests, duration, inFlight } = families
  const open = inFlight.labels({ environment })
  open.set(0)
  /** Responses written to the socket itself, instead of the response in progress. */
  const rejections = new WeakMap<ServerResponse, number>()
  return {
    began(request, response) {
      const began = performance.now()
      open.inc()
      return (responded) => {
        open.dec()
        const operation = operationOf(response) ?? NO_OPERATION
        const method = METHODS.has(request.method ?? '') ? request.method : OTHER_METHOD
        const isSent = responded && response.headersSent
        const status = isSent ? response.statusCode : (rejections.get(response) ?? UNANSWERED)
        requests.inc({ environment, operation, method, status })
        duration.observe({ environment, operation }, (performance.now() - began) / 1000)
      }
    },
    rejected(status, underWay) {
      if (underWay === undefined)
        requests.inc({ environment, operation: NO_OPERATION, method: OTHER_METHOD, status })
      else rejections.set(underWay, status)
    },
  }
}
