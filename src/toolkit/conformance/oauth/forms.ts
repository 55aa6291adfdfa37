/** Reads the forms of a page as far as a person without scripts would: enough to sign in and to allow. */
import { saysAllow } from '../../model/description.ts'

interface Form {
  action: string
  method: string
  fields: { name: string; value: string; type: string }[]
  buttons: { name: string; value: string; words: string }[]
}

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  return found === null ? undefined : unescaped(found[1] ?? found[2] ?? found[3] ?? '')
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

// None of these contains another of its kind (HTML, 4.10). Ending each where the next begins makes the search linear.
const FORM = /<form\b([^<>]*)>((?:(?!<form\b)[\s\S])*?)<\/form>/gi
const SELECT = /<select\b([^<>]*)>((?:(?!<select\b)[\s\S])*?)<\/select>/gi
const BUTTON = /<button\b([^<>]*)>((?:(?!<button\b)[\s\S])*?)<\/button>/gi

export function formsIn(page: string): Form[] {
  return [...page.matchAll(FORM)].map(([, head = '', inside = '']) => {
    const fields: Form['fields'] = []
    const buttons: Form['buttons'] = []
    for (const [tag] of inside.matchAll(/<input\b[^<>]*>/gi)) {
      const type = attribute(tag, 'type') ?? 'text'
      const name = attribute(tag, 'name') ?? ''
      const value = attribute(tag, 'value') ?? (type === 'checkbox' ? 'on' : '')
      if (type === 'submit') buttons.push({ name, value, words: value })
      else if (name !== '') fields.push({ name, value, type })
    }
    for (const [, tag = '', list = ''] of inside.matchAll(SELECT)) {
      const [option = ''] = /<option\b[^<>]*>/i.exec(list) ?? []
      fields.push({
        name: attribute(` ${tag}`, 'name') ?? '',
        value: attribute(option, 'value') ?? '',
        type: 'select',
      })
    }
    for (const [, tag = '', words = ''] of inside.matchAll(BUTTON))
      buttons.push({
        name: attribute(` ${tag}`, 'name') ?? '',
        value: attribute(` ${tag}`, 'value') ?? '',
        words: words.replace(/<[^<>]*>/g, '').trim(),
      })
    return {
      action: attribute(` ${head}`, 'action') ?? '',
      method: (attribute(` ${head}`, 'method') ?? 'get').toUpperCase(),
      fields,
      buttons,
    }
  })
}

/** The form of a page that leads on, filled in; undefined when there is none. */
export function filled(
  page: string,
  person: Record<string, string>,
  allow: string | undefined,
): { form: Form; body: URLSearchParams } | undefined {
  const forms = formsIn(page)
  const score = (form: Form) =>
    form.fields.filter(({ name }) => person[name] !== undefined).length * 2 +
    (form.buttons.some((button) => isAllowing(button, allow)) ? 1 : 0)
  const [form] = forms.sort((a, b) => score(b) - score(a))
  if (form === undefined || score(form) === 0) return undefined
  const body = new URLSearchParams()
  for (const { name, value } of form.fields) body.append(name, person[name] ?? value)
  const button = form.buttons.find((one) => isAllowing(one, allow))
  if (button !== undefined && button.name !== '') body.append(button.name, button.value)
  return { form, body }
}

const isAllowing = ({ value, words }: Form['buttons'][number], allow: string | undefined): boolean =>
  allow === undefined ? saysAllow(`${value} ${words}`) : value === allow || words === allow
