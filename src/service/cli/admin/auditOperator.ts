import { audit } from '../../resources/audit.ts'
import type { Services } from '../../server/handler.ts'
import type { WriteTransaction } from '../../storage/database.ts'

/**
 * Writes into the organization's audit log what the administrator did to it.
 * @param words those of the command
 */
export const auditOperator = (
  tx: WriteTransaction,
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  organizationId: string,
  words: string,
  targets: readonly string[],
): Promise<void> =>
  audit(
    tx,
    { ids, now: clock.now() },
    {
      organizationId,
      operation: `admin ${words}`,
      targets,
      userId: null,
      credentialId: null,
      triggeredBy: 'operator',
      requestId: null,
    },
  )
