/** Events that are not delivered, twice, late, or with another content or signature. */

import { pointerOf } from '../../openapi/pointer.ts'
import { placeInSchema } from '../placeOfValue.ts'
import type { Recording } from '../recording.ts'
import { type Delivery, eventTypeOf } from '../webhooks/deliveries.ts'
import { signatureHeadersOf, signedAgain, signedAt, signerOf } from '../webhooks/signatures.ts'
import {
  fieldOf,
  type Handle,
  isObject,
  jsonOf,
  type PlantedRun,
  succeeded,
  type WireRequest,
  withField,
  withJson,
} from '../wire.ts'
import {
  editedAt,
  type Fault,
  type FaultSource,
  faultId,
  REMOVED,
  type ValueKind,
  type Wrong,
} from './fault.ts'
import { MUTATIONS, partsOf } from './mutations.ts'

/** Receivers of events depend on few changes of a value; the others are alike for them. */
const OF_EVENTS: readonly ValueKind[] = ['property-missing', 'value-changed', 'type-changed', 'list-emptied']

/** A delivery waits so long for another one that overtakes it. */
const MAX_DELAY_MS = 1000

/** An old signature is older than receivers accept: five minutes in most schemes. */
const OLD_MINUTES = 60

export const webhookFaults: FaultSource = (recording) => {
  const { deliveries } = recording
  const samples = new Map<string, Delivery>()
  for (const one of deliveries)
    if (succeeded(one.response)) samples.set(`${one.operationId} ${one.event}`, one)
  const faults = [
    ...[...samples.values()].flatMap((sample) => [
      ...deliveryFaults(recording, sample),
      ...typeFaults(recording, sample),
      ...contentFaults(recording, sample),
    ]),
    ...swapFaults(recording),
    ...signatureFaults(recording),
  ]
  return [...new Map(faults.map((one) => [one.id, one])).values()]
}

interface Place {
  sample: Delivery
  /** Undefined for faults of all events of an operation. */
  event?: string | undefined
  /** Default: that of the event. */
  pointer?: string | undefined
}

function faultOf({ sample, event, pointer }: Place, wrong: Wrong, plant: Fault['plant']): Fault {
  const { operationId, declared } = sample
  return {
    id: faultId(operationId, wrong),
    family: 'webhooks',
    operationId,
    pointer: pointer ?? declared?.pointer ?? '',
    wrong,
    isOfDeliveries: true,
    ...(event !== undefined && { event }),
    ...(declared !== undefined && { document: declared.document }),
    ...(declared !== undefined && event !== undefined && { declaredEvent: declared.name }),
    plant,
  }
}

function deliveryFaults(recording: Recording, sample: Delivery): Fault[] {
  const { event } = sample
  const isOwn = ofEvent(recording, event)
  const { response } = sample
  const from = fieldOf(sample.request, 'content-type')
  const place = { sample, event }
  return [
    faultOf(
      place,
      { kind: 'event-not-sent', event },
      () => async (request, send) => (isOwn(request) ? response : send(request)),
    ),
    faultOf(place, { kind: 'event-sent-twice', event }, () => async (request, send) => {
      const first = await send(request)
      if (isOwn(request) && succeeded(first)) await send(request)
      return first
    }),
    ...(from === undefined
      ? []
      : [
          faultOf(
            place,
            { kind: 'event-content-type-changed', event, from: from.split(';')[0]?.trim() ?? from },
            () => changing(isOwn, (request) => withField(request, 'Content-Type', 'text/plain')),
          ),
        ]),
  ]
}

const ofEvent =
  ({ eventOf }: Recording, event: string) =>
  (request: WireRequest): boolean =>
    eventOf(request).event === event

const changing =
  (isOwn: (request: WireRequest) => boolean, change: (request: WireRequest) => WireRequest): Handle =>
  (request, send) =>
    send(isOwn(request) ? change(request) : request)

/** The type becomes that of another event, which the document declares or the tests received. */
function typeFaults(recording: Recording, sample: Delivery): Fault[] {
  const type = eventTypeOf(sample.request)
  if (type === undefined) return []
  const others = recording.deliveries
    .filter((one) => one.operationId === sample.operationId && one.event !== type.value)
    .map((one) => one.event)
  const other = others.sort()[0] ?? `${type.value}.changed`
  const event = type.value
  const plant: Fault['plant'] = (run) =>
    changing(ofEvent(recording, event), (request) =>
      type.in === 'header'
        ? withField(request, type.name, other)
        : withBody(request, run, (body) => editedAt(body, [type.name], () => other)),
    )
  return [faultOf({ sample, event }, { kind: 'event-type-changed', event, other }, plant)]
}

/** Signs the changed body as the server would, where a secret of the run verifies the delivery. */
function withBody(request: WireRequest, run: PlantedRun, edit: (body: unknown) => unknown): WireRequest {
  const body = jsonOf(request)
  const after = editedAt(body, [], edit)
  if (JSON.stringify(after) === JSON.stringify(body)) return request
  const signer = signerOf(request, run.secrets())
  const changed = withJson(request, after === REMOVED ? null : after)
  return signer === undefined ? changed : signedAgain(changed, signer)
}

function contentFaults(recording: Recording, sample: Delivery): Fault[] {
  const { request, declared, event } = sample
  const type = eventTypeOf(request)
  const body = jsonOf(request)
  if (!isObject(body)) return []
  return partsOf(body).flatMap(({ path, type: valueType }) => {
    const isType = type?.in === 'body' && path.length === 1 && path[0] === type.name
    const pointer = declared?.payload && placeInSchema(declared.document, declared.payload, path)
    return (MUTATIONS[valueType] ?? []).flatMap(([change, edit]) => {
      if ((isType && change === 'value-changed') || !OF_EVENTS.includes(change)) return []
      const wrong: Wrong = { kind: 'event-value-wrong', event, change, property: pointerOf(...path) }
      const plant: Fault['plant'] = (run) =>
        changing(ofEvent(recording, event), (one) =>
          withBody(one, run, (whole) => editedAt(whole, path, edit)),
        )
      return [faultOf({ sample, event, pointer }, wrong, plant)]
    })
  })
}

/** The first two deliveries to one receiver that differ. */
function swapFaults(recording: Recording): Fault[] {
  const { deliveries } = recording
  for (const [index, sample] of deliveries.entries()) {
    const host = fieldOf(sample.request, 'host')
    const next = deliveries
      .slice(index + 1)
      .find(({ request }) => fieldOf(request, 'host') === host && !request.body.equals(sample.request.body))
    if (next === undefined) continue
    const { event } = sample
    const wrong: Wrong = { kind: 'events-swapped', event, other: next.event }
    return [faultOf({ sample, event }, wrong, (run) => swapped(ofEvent(recording, event), run))]
  }
  return []
}

/** Delays the first delivery of an event until its receiver has got the next one. */
function swapped(isOwn: (request: WireRequest) => boolean, run: PlantedRun): Handle {
  let delayed: { host: string | undefined; release(): void } | undefined
  let isOver = false
  return async (request, send) => {
    const host = fieldOf(request, 'host')
    if (!isOver && isOwn(request)) {
      isOver = true
      const isOvertaken = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, MAX_DELAY_MS, false)
        const release = () => {
          clearTimeout(timer)
          resolve(true)
        }
        delayed = { host, release }
      })
      delayed = undefined
      if (isOvertaken) run.mark(request)
      return send(request)
    }
    try {
      return await send(request)
    } finally {
      if (delayed?.host === host) delayed?.release()
    }
  }
}

/** The signatures of all events that an operation causes. */
function signatureFaults({ deliveries, secrets }: Recording): Fault[] {
  return deliveries.flatMap((sample) => {
    const { declared, request } = sample
    const [header] = signatureHeadersOf(request)
    if (header === undefined) return []
    const isOwn = (one: WireRequest) => fieldOf(one, header) !== undefined
    const place = { sample, pointer: declared?.headers.get(header.toLowerCase()) }
    const signer = signerOf(request, secrets)
    const isTimed = signer !== undefined && signedAt(request, signer) !== undefined
    return [
      faultOf(place, { kind: 'signature-missing', header }, () =>
        changing(isOwn, (one) => withField(one, header)),
      ),
      faultOf(place, { kind: 'signature-wrong', header }, () =>
        changing(isOwn, (one) => withField(one, header, withWrongDigest(fieldOf(one, header) ?? ''))),
      ),
      ...(isTimed
        ? [
            faultOf({ sample }, { kind: 'signature-old', minutes: OLD_MINUTES }, (run) =>
              changing(isOwn, (one) => aged(one, run)),
            ),
          ]
        : []),
    ]
  })
}

/** A digest, or another long part, such as a key's name. */
const LONG_PARTS = /[\w+/-]{20,}/g

/** The signature with another digit near the end of every digest: receivers accept it if any of several is right. */
const withWrongDigest = (value: string): string => {
  const changed = (text: string) =>
    text.replace(/[\w+/-](?=[\w+/-]{2}=*$)/, (digit) => (digit === '0' ? '1' : '0'))
  const each = value.replace(LONG_PARTS, changed)
  return each === value ? changed(value) : each
}

function aged(request: WireRequest, run: PlantedRun): WireRequest {
  const signer = signerOf(request, run.secrets())
  const time = signer && signedAt(request, signer)
  return signer === undefined || time === undefined
    ? request
    : signedAgain(request, signer, String(Number(time) - OLD_MINUTES * 60))
}
