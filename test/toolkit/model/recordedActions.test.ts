/** Sentences that promise an entry for each action, and sentences that look alike. */
import { describe, expect, it } from 'vitest'
import { recordsActions, recordsItself } from '../../../src/toolkit/model/recordedActions.ts'

describe('the description of a history', () => {
  it.each<[text: string, expected: 'changes' | 'actions' | undefined, noun?: string]>([
    ['The history of an order. Every status change adds an entry.', 'changes'],
    ['Each status change is recorded.', 'changes'],
    ['Every action on the order adds an event.', 'actions'],
    ['One entry per status change, oldest first.', 'changes'],
    ['One entry for each action.', 'actions'],
    ['All status changes of the order, newest first.', 'changes'],
    ['Lists all state transitions of the ticket', 'changes', 'ticket'],
    ['Lists the status changes of an order.', 'changes'],
    ['The events of an order.', undefined],
    ['Some status changes are recorded.', undefined],
    ['Every status change may add an entry.', undefined],
    ['Every status change adds an entry, except for drafts.', undefined],
    ['Every status change adds an entry if it is important.', undefined],
    ['Status changes by users.', undefined],
    ['All status changes that are public.', undefined],
    ['Lists all actions for the current user.', undefined],
    ['Lists all actions for the current user.', undefined, 'user'],
    ['All actions of the user.', undefined, 'user'],
  ])('%s', (text, expected, noun = 'order') => {
    const found = recordsActions(text, { noun, isDated: true })
    expect(found && (found.isForChanges ? 'changes' : 'actions')).toBe(expected)
  })
  it.each<[text: string, expected: 'changes' | undefined]>([
    ['Returns all transitions of the invoice.', undefined],
    ['All status changes.', undefined],
    ['Lists the state transitions of an invoice.', undefined],
    ['Lists an entry for each status change of the invoice.', 'changes'],
    ['All status changes are recorded.', 'changes'],
  ])('whose entries show no moment: %s', (text, expected) => {
    const found = recordsActions(text, { noun: 'invoice', isDated: false })
    expect(found?.isForChanges === true ? 'changes' : found).toBe(expected)
  })
})

describe('the description of an action', () => {
  it.each<[text: string, expected: string | undefined]>([
    ['Approves it and adds an `approved` event.', 'approved'],
    ['Approves it. Adds an entry to the history.', ''],
    ['Approves it. This is recorded in the events.', ''],
    ['Approves it; records a `order.approved` event', 'order.approved'],
    ['Approves it and adds an event of type `approved`.', 'approved'],
    ['Adds an event to the calendar.', undefined],
    ['Approves it. May add an event.', undefined],
    ['Approves it. If it was a draft, it adds an event.', undefined],
    ['Approves it and creates a journal entry.', undefined],
    ['Approves it and creates an accounting entry.', undefined],
    ['Approves it and adds a ledger entry.', undefined],
    ['Approves it and creates a calendar event.', undefined],
    ['Approves it and adds an event of type `accepted`.', undefined],
    ['Approves it and adds a status entry to the log.', 'status'],
    ['Approves it. The event is sent to all webhooks.', undefined],
  ])('%s', (text, expected) => {
    const found = recordsItself(text, { name: 'events', kinds: ['order.created', 'order.approved'] })
    expect(found && (found.kind ?? '')).toBe(expected)
  })
})
