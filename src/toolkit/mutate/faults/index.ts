/** All faults that the recorded exchanges can show. */
import type { Recording } from '../recording.ts'
import { accessFaults } from './access.ts'
import type { Fault } from './fault.ts'
import { headerFaults } from './headers.ts'
import { listFaults } from './lists.ts'
import { statusFaults } from './statuses.ts'
import { storageFaults } from './storage.ts'
import { validationFaults } from './validation.ts'
import { valueFaults } from './values.ts'
import { webhookFaults } from './webhooks.ts'

const SOURCES = [
  valueFaults,
  statusFaults,
  headerFaults,
  listFaults,
  storageFaults,
  validationFaults,
  accessFaults,
  webhookFaults,
]

export const faultsOf = (recording: Recording): Fault[] => SOURCES.flatMap((source) => source(recording))
