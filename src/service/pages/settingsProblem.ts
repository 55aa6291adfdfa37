import type { ApiError } from '../errors.ts'
import type { Form } from '../syntax/form.ts'
import { fieldOf } from './page.ts'

/** A form that was rejected, to be shown again as it was sent. */
export interface RejectedForm {
  action: string
  /** The subject of the form; empty for one that creates a resource. */
  id: string
  form: Form
  message: string
  /** The member of the form that is wrong. */
  field: string | undefined
}

/** The rejection of an operation as an error of the form that was sent. */
export function rejectedForm(action: string, form: Form, error: ApiError): RejectedForm {
  const path = typeof error.details.field === 'string' ? error.details.field : ''
  const field = /^\w+/.exec(path)?.[0]
  const message = wordsFor(field, path, form, error)
  return { action, id: fieldOf(form, 'id'), form, field, message }
}

function wordsFor(field: string | undefined, path: string, form: Form, error: ApiError): string {
  const isEmpty = field !== undefined && !form.has(field)
  const issue = String(error.details.issue ?? error.message)
  switch (field) {
    case 'scopes':
      return form.has('scope') ? error.message : 'Choose at least one scope.'
    case 'name':
      return isEmpty ? 'Enter a name.' : `The name ${issue}.`
    case 'email':
      return isEmpty ? 'Enter an e-mail address.' : `"${fieldOf(form, 'email')}" is not an e-mail address.`
    case 'redirectUris': {
      if (isEmpty) return 'Enter at least one redirect URI: an application without a secret needs it.'
      const line = Number(/\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)
      return Number.isNaN(line) ? `The list ${issue}.` : `Redirect URI ${line + 1} ${issue}.`
    }
    default:
      return error.message
  }
}
