import { isObject, type Json } from '../../contract/index.ts'
import { lastSegment, listItemSchema, normal, singularOf } from '../api/resources.ts'
import { show } from '../finding.ts'
import { itemsOf } from '../run/items.ts'
import { defineRule } from '../run/rule.ts'
import { answerMembers } from './compare.ts'

/** A count that a thing shows of what it holds is the number that its list shows. */
export const countIsRight = defineRule({
  id: 'count-is-right',
  title: 'A count of items is the number of items.',
  basis: 'the document',
  pack: 'core',
  *trials({ api, graph }) {
    for (const resource of graph.resources) {
      const { parent, list } = resource
      if (parent?.read === undefined || list === undefined || listItemSchema(api, list) === undefined)
        continue
      const singular = normal(singularOf(lastSegment(resource.collection)))
      const member = [...answerMembers(api, parent.read).keys()].find((name) =>
        [`${singular}count`, `${singular}scount`, `total${singular}s`, `num${singular}s`].includes(
          normal(name),
        ),
      )
      if (member === undefined) continue
      yield {
        name: member,
        constraint: `/${member} counts`,
        operation: parent.read,
        async run(bench) {
          const item = await bench.item(resource, { fresh: true })
          const holder = {
            params: Object.fromEntries(
              Object.entries(item.params).filter(([name]) => name !== resource.parameter),
            ),
            query: {},
            headers: {},
          }
          const answer = parent.read && (await bench.send(parent.read, holder))
          const items = await bench.send(list, { ...holder, query: {} })
          if (answer === undefined || !isObject(answer.json as Json)) return
          const shown = (answer.json as Record<string, Json>)[member]
          const count = itemsOf(bench, resource, items).length
          if (count >= 20) return bench.notObserved('the list has more than one page')
          if (shown !== count)
            bench.broken({
              message: `received ${show(shown)} at /${member}, expected ${count} as the list has`,
              exchange: answer,
              with: [item.made, items],
              pointer: `/${member}`,
              place: parent.read?.pointer ?? '',
            })
        },
      }
    }
  },
})
