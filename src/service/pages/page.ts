/** The input of a page handler, and its response. */
import type { OperationId } from '../../../generated/operations.oauth.ts'
import type { OAuthContext, Session } from '../features/oauth/queries.ts'
import type { EnvironmentName, Services } from '../server/handler.ts'
import type { InProcess } from '../server/inProcess.ts'
import type { Form } from '../syntax/form.ts'
import { faultsOfForm } from '../syntax/formRules.ts'
import type { FlashMessages } from './flashMessages.ts'
import type { Html } from './html.ts'

export interface PageRequest {
  context: OAuthContext
  environment: EnvironmentName
  /** The query as sent, without its question mark. */
  search: string
  /** The client's address; of an IPv6 one its /64. */
  address: string
  /** The network of the address: a /24, or a /48 of IPv6. */
  network: string
  /** The session of the signed-in user of this browser. */
  session: Session | undefined
  /** Random text in a cookie of this browser, for forms that are shown before there is a session. */
  visitor: string
  services: Services
  flashMessages: FlashMessages
  /** The operations of the service. */
  call: InProcess
  /** The parameters in the path. */
  params: Readonly<Record<string, string>>
  /** The posted form; empty for a GET. */
  form: Form
}

export type PageResponse =
  | {
      kind: 'page'
      status: 200 | 400 | 403 | 429 | 503
      title: string
      content: Html
      /** Where a form of the page may lead in addition to this site. */
      redirectUri?: string
      retryAfter?: number
      /** For lists and tables. */
      wide?: true
      /** The page has a secret with a button that copies it. */
      hasCopyButton?: true
    }
  | {
      kind: 'redirect'
      location: string
      /** The session in the browser's cookie from now on; null: none any more. */
      session?: string | null
    }

export type PageHandler = (request: PageRequest) => Promise<PageResponse>

/** The first value of a form's member. */
export const fieldOf = (form: Form, name: string): string => form.get(name)?.[0] ?? ''

/** Whether the document allows the first value of a form's member. */
export const isAllowed = (operation: OperationId, form: Form, name: string): boolean => {
  const first = new Map([...form].map(([key, values]) => [key, values[0] ?? '']))
  return faultsOfForm(operation, first).every((fault) => fault.name !== name)
}

/** The proof in the forms of a signed-in user; only pages of this session know it. */
export const sessionProof = (context: OAuthContext, session: Session): string =>
  context.sign(`session form\n${session.digest}`)
