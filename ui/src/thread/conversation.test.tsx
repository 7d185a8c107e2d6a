import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { deriveThreadId } from '@hearth/contracts/thread'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { list } from '../test/fakeApi.ts'
import { booking } from '../test/fixtures.ts'
import { NOW, minutes, thread, message, own, allowed, accepted, open, field } from './testing/openInbox.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => onlineManager.setOnline(true))

it('says that the stay has moved, and leads to its conversation there', async () => {
  open('/inbox/t1', {
    threads: [thread({ bookingId: booking.id })],
    more: {
      [`GET /api/bookings/${booking.id}`]: () => ({ body: { ...booking, listingId: 'l2' } }),
      'GET /api/listings': () =>
        list([
          { id: 'l1', title: 'Cedar House', timezone: 'America/New_York' },
          { id: 'l2', title: 'Bica Studio', timezone: 'Europe/Lisbon' },
        ]),
    },
  })
  expect(await screen.findByText('This stay has moved to Bica Studio.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open its conversation' })).toHaveAttribute(
    'href',
    `/inbox/${deriveThreadId('l2', 'g1')}`,
  )
  expect(screen.getByText(/^Bica Studio, .* time$/)).toBeInTheDocument()
})

describe('a message of the host', () => {
  const later = minutes(5)
  it.for([
    ['waiting', minutes(1), /You, .*, goes out at /],
    ['waiting', minutes(-1), /You, .*, waiting to be sent/],
    ['sent', later, /You, .*, sent/],
    ['delivered', later, /You, .*, delivered/],
    ['read', later, /You, .*, read \d/],
  ] as const)('says that it is %s', async ([delivery, deliveryAt, words]) => {
    open('/inbox/t1', { messages: [message(), { ...own, delivery, deliveryAt }] })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Messages' })).toHaveTextContent(words))
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('says that it went by email, and what was wrong with the address', async () => {
    const mailed = { ...own, channel: 'email', deliveryAt: later } as const
    open('/inbox/t1', {
      messages: [
        message(),
        { ...mailed, delivery: 'sent' },
        { ...mailed, id: 'm3', number: 3, delivery: 'failed', deliveryFailure: 'unreachable' },
      ],
    })
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Messages' })).toHaveTextContent(/You, .*, sent by email/),
    )
    expect(screen.getByText(/The guest’s email address doesn’t work\./)).toBeVisible()
  })

  it('says nothing of a delivery that was the former system’s', async () => {
    open('/inbox/t1', { messages: [own] })
    expect(await screen.findByText('Yes, at 13:00')).toBeVisible()
    expect(screen.queryByText(/sent|delivered/)).toBeNull()
  })

  const failed = { ...own, delivery: 'failed', deliveryAt: later } as const
  it('says why it was not delivered, and is sent again', async () => {
    const { sent } = open('/inbox/t1', {
      messages: [message(), { ...failed, deliveryFailure: 'unreachable' }],
      more: { 'POST /api/threads/t1/retry-delivery': accepted },
    })
    expect(await screen.findByText('Not delivered. The guest couldn’t be reached.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sent()).toEqual([['retry-delivery', { messageId: 'm2' }]]))
  })

  it('is not sent again by those who only read, or once the guest is erased', async () => {
    open('/inbox/t1', {
      messages: [{ ...failed, deliveryFailure: 'blocked' }],
      may: allowed.filter((one) => one !== 'thread.write'),
    })
    expect(await screen.findByText('Not delivered. The guest doesn’t accept messages.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('a conversation', () => {
  it('is answered with the keyboard only', async () => {
    const { sent } = open('/inbox')
    await screen.findByRole('link', { name: /Ana P\./ })
    await userEvent.keyboard('j{Enter}')
    const composer = await field()
    await userEvent.keyboard('r')
    expect(composer).toHaveFocus()
    await userEvent.keyboard('Yes, come at 13:00{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toEqual([['send', { body: 'Yes, come at 13:00' }]]))
    expect(composer).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    expect(composer).not.toHaveFocus()
  })

  it('marks what the guest wrote as read, once', async () => {
    const { sent } = open('/inbox/t1', { threads: [thread({ readBy: [] })] })
    await waitFor(() => expect(sent()).toEqual([['mark-read', { upToMessageId: 'm1' }]]))
    await field()
    expect(sent()).toHaveLength(1)
  })

  it('shows the files of a message, and what was erased', async () => {
    const file = { type: 'image/jpeg', size: 2_100_000, width: 4, height: 3 } as const
    open('/inbox/t1', {
      messages: [
        message({
          text: '',
          attachments: [
            { ...file, fileId: 'f1', name: 'front-of-house.jpg' },
            { ...file, fileId: 'f2', name: '[erased]' },
          ],
        }),
      ],
    })
    const shown = await screen.findByRole('button', { name: /^Download front-of-house\.jpg/ })
    expect(shown).toHaveTextContent('front-of-house.jpg2.1 MB')
    expect(shown.querySelector('img')).toHaveAttribute('src', '/api/files/f1/320')
    expect(screen.getByText('This file was erased.')).toBeVisible()
  })

  it('offers to unsend one’s own last message, and gives its text back', async () => {
    const { sent } = open('/inbox/t1', { messages: [message(), own] })
    await screen.findByRole('button', { name: 'Unsend' })
    await userEvent.keyboard('#')
    await waitFor(() => expect(sent()).toEqual([['retract', { messageId: 'm2' }]]))
    await waitFor(async () => expect(await field()).toHaveValue('Yes, at 13:00'))
  })

  it('can’t be unsent later, or by someone else', async () => {
    open('/inbox/t1', {
      messages: [
        { ...own, sentAt: minutes(-3) },
        { ...own, id: 'm3', number: 3, authorId: 'u2' },
      ],
    })
    expect(await screen.findAllByText('Yes, at 13:00')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Unsend' })).toBeNull()
  })

  it('shows what was hidden, and why', async () => {
    open('/inbox/t1', {
      messages: [message({ text: 'Write to [email hidden] please', masked: ['email'] })],
    })
    expect(await screen.findByText('[email hidden]')).toBeVisible()
    expect(screen.getByText(/^Hidden: email address\./)).toBeVisible()
  })

  it('is archived, starred and assigned, with undo', async () => {
    const { sent } = open('/inbox/t1')
    await field()
    await userEvent.keyboard('s')
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'You' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('e')
    await waitFor(() =>
      expect(sent()).toEqual([
        ['star', {}],
        ['assign', { userId: 'u1' }],
        ['archive', {}],
      ]),
    )
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/inbox$/)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Conversation with Ana P. is back in the inbox')).toBeVisible()
    expect(sent().at(-1)).toEqual(['unarchive', {}])
  })

  it('shows the guest’s request to book, and leads to it', async () => {
    const request = { ...message(), text: null, requestId: 'r1' }
    open('/inbox/t1', {
      threads: [thread({ lastMessageId: null, lastGuestMessageId: null, openRequestId: 'r1' })],
      messages: [
        { ...request, id: 'e1', request: 'opened' },
        { ...request, id: 'e2', number: 2, request: 'declined', author: 'host', authorId: 'u2' },
      ],
    })
    expect(await screen.findByRole('link', { name: 'Answer the request' })).toHaveAttribute(
      'href',
      '/requests/r1',
    )
    expect(await screen.findByText(/Ana P\. sent a request\./)).toBeVisible()
    expect(await screen.findByText('Ben declined the request.')).toBeVisible()
    expect(screen.getByRole('link', { name: /Waiting for your answer to a request/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'No reply needed' })).toBeNull()
  })

  it('is marked as needing no reply, with undo', async () => {
    const { sent } = open('/inbox/t1')
    await userEvent.click(await screen.findByRole('button', { name: 'No reply needed' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Ana P. waits for your reply again')).toBeVisible()
    expect(sent()).toEqual([
      ['no-reply', { upToMessageId: 'm1' }],
      ['require-reply', { upToMessageId: 'm1' }],
    ])
  })

  it('can be read but not answered by those who may not write', async () => {
    open('/inbox/t1', { may: ['thread.read'] })
    expect(
      await screen.findByText('Your role can’t write to guests. An owner can change your role.'),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
  })

  it('answers an unknown conversation with the way back', async () => {
    open('/inbox/t9')
    expect(await screen.findByRole('heading', { name: 'Conversation not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the inbox' })).toBeVisible()
  })
})
