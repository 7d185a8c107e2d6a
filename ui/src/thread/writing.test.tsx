import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCommands } from '../data/commands/waitingCommands.ts'
import { list } from '../test/fakeApi.ts'
import { NOW, thread, allowed, accepted, refused, holdAnswer, open, field } from './testing/openInbox.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => onlineManager.setOnline(true))

describe('what a host writes', () => {
  it('keeps the draft of each conversation, and returns a refused message to it', async () => {
    const first = open('/inbox/t1', {
      more: { 'POST /api/threads/t1/send': () => refused('RATE_LIMITED') },
    })
    await userEvent.type(await field(), 'Not sent yet')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(first.sent()).toHaveLength(1))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await field()).toHaveValue('Not sent yet')
    expect(Object.values({ ...localStorage })).toContain('Not sent yet')
  })

  it('puts a refused message in front of what was typed since', async () => {
    const answer = holdAnswer()
    open('/inbox/t1', { more: { 'POST /api/threads/t1/send': answer.wait } })
    await userEvent.type(await field(), 'Yes, come at 13:00')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.type(await field(), 'And the code is')
    answer.give(refused('FORBIDDEN'))
    await waitFor(async () => expect(await field()).toHaveValue('Yes, come at 13:00\n\nAnd the code is'))
    expect(localStorage.getItem('hearth.draft/u1/a1/t1')).toBe('Yes, come at 13:00\n\nAnd the code is')
  })

  it('returns a refused message to its draft also when the conversation was left meanwhile', async () => {
    const answer = holdAnswer()
    open('/inbox/t1', {
      threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })],
      more: { 'POST /api/threads/t1/send': answer.wait },
    })
    await userEvent.type(await field(), 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.keyboard('j')
    await screen.findByRole('textbox', { name: 'Message to Leo M.' })
    await userEvent.keyboard('k')
    await userEvent.type(await field(), 'More')
    answer.give(refused('FORBIDDEN'))
    await waitFor(async () => expect(await field()).toHaveValue('Yes\n\nMore'))
  })

  it.for([429, 503])(
    'keeps a message that waited offline and then met %i, and sends it once',
    async (status) => {
      let tries = 0
      const { sent, keys } = open('/inbox/t1', {
        more: {
          'POST /api/threads/t1/send': () =>
            ++tries === 1 ? { status, body: { status, code: 'INTERNAL', title: '', type: '' } } : accepted(),
        },
      })
      const composer = await field()
      onlineManager.setOnline(false)
      await userEvent.type(composer, 'Yes')
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(await screen.findByText('Will be sent when you’re back online')).toBeVisible()
      await userEvent.type(composer, 'Typed meanwhile')
      onlineManager.setOnline(true)
      const again = await screen.findByRole('button', { name: 'Try again' })
      expect(composer).toHaveValue('Typed meanwhile')
      expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
      await userEvent.click(again)
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
      expect(sent()).toEqual([
        ['send', { body: 'Yes' }],
        ['send', { body: 'Yes' }],
      ])
      expect(new Set(keys()).size).toBe(1)
      expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
      expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
    },
  )

  it('keeps a message of which the outcome is unknown for the next page', async () => {
    open('/inbox/t1', {
      more: {
        'POST /api/threads/t1/send': () => ({
          status: 503,
          body: { status: 503, code: 'OUTCOME_UNKNOWN', title: '', type: '' },
        }),
      },
    })
    await userEvent.type(await field(), 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('button', { name: 'Try again' })
    expect(await field()).toHaveValue('')
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toHaveLength(1)
    forgetCommands('u1')
  })

  it('shows a message that waits for the network when its conversation is opened again', async () => {
    const { sent } = open('/inbox/t1', { threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })] })
    const composer = await field()
    onlineManager.setOnline(false)
    await userEvent.type(composer, 'Yes, come at 13:00')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Will be sent when you’re back online')
    await userEvent.keyboard('{Escape}j')
    await screen.findByRole('textbox', { name: 'Message to Leo M.' })
    expect(screen.queryByText('Yes, come at 13:00')).toBeNull()
    await userEvent.keyboard('k')
    await field()
    expect(screen.getByText('Yes, come at 13:00')).toBeVisible()
    expect(screen.getByText('Will be sent when you’re back online')).toBeVisible()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(screen.queryByText('Yes, come at 13:00')).toBeNull())
    expect(sent()).toEqual([['send', { body: 'Yes, come at 13:00' }]])
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
  })

  it('returns a message that waited offline and was then refused', async () => {
    open('/inbox/t1', { more: { 'POST /api/threads/t1/send': () => refused('FORBIDDEN') } })
    const composer = await field()
    onlineManager.setOnline(false)
    await userEvent.type(composer, 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Will be sent when you’re back online')
    onlineManager.setOnline(true)
    await waitFor(() => expect(composer).toHaveValue('Yes'))
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
  })

  it('attaches files, says what is wrong with them, and sends those that were accepted', async () => {
    const wrong = 'The file is damaged or incomplete. Try another one'
    let uploads = 0
    const { sent } = open('/inbox/t1', {
      more: {
        'POST /api/threads/t1/attachments': ({ query }) => {
          uploads += 1
          if (query.get('name') !== 'bad.jpg') return { status: 201, body: { id: `f${uploads}` } }
          const errors = [{ pointer: '', detail: wrong }]
          return {
            status: 422,
            body: { status: 422, code: 'VALIDATION_FAILED', title: '', type: '', errors },
          }
        },
      },
    })
    await field()
    const choose = (...files: readonly File[]) =>
      userEvent.upload(screen.getByLabelText('Attach files', { selector: 'input' }), [...files], {
        applyAccept: false,
      })
    const big = new File([new Uint8Array(10_000_001)], 'huge.jpg')
    await choose(new File(['a'], 'door.jpg'), new File(['b'], 'bad.jpg'), new File([], 'empty.pdf'), big)
    expect(await screen.findByText(wrong)).toBeVisible()
    expect(screen.getByText('This file is empty.')).toBeVisible()
    expect(screen.getByText('This file is larger than 10 MB. Choose a smaller one.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    for (const name of ['bad.jpg', 'empty.pdf', 'huge.jpg'])
      await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }))
    await choose(...['1', '2', '3', '4', '5'].map((name) => new File([name], `${name}.png`)))
    expect(await screen.findByText('A message can have up to 5 files.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(sent().at(-1)).toEqual(['send', { body: '', attachments: ['f1', 'f3', 'f4', 'f5', 'f6'] }]),
    )
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull())
  })

  it('uploads a file that was attached without a network once there is one', async () => {
    const { sent } = open('/inbox/t1', {
      more: { 'POST /api/threads/t1/attachments': () => ({ status: 201, body: { id: 'f1' } }) },
    })
    await field()
    onlineManager.setOnline(false)
    await userEvent.upload(
      screen.getByLabelText('Attach files', { selector: 'input' }),
      new File(['a'], 'door.jpg', { type: 'image/jpeg' }),
    )
    expect(await screen.findByText('Uploads when you’re back online')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
    expect(sent().map(([verb]) => verb)).toEqual(['attachments'])
  })

  it('sends a saved reply with the keyboard, once what is missing is filled in', async () => {
    const reply = (id: string, name: string, body: string) => ({ id, name, body, state: 'kept' })
    const { sent } = open('/inbox/t1', {
      may: [...allowed, 'reply-template.read'],
      more: {
        'GET /api/reply-templates': () =>
          list([
            reply('r1', 'Directions', 'Walk.'),
            reply('r2', 'Wi-Fi', 'Hi {{guestFirstName}}, it is {{wifiName}}'),
          ]),
        'GET /api/listing-contents': () => list([]),
      },
    })
    const composer = await field()
    await userEvent.keyboard('t')
    const search = await screen.findByRole('combobox', { name: 'Search saved replies' })
    expect(search).toHaveFocus()
    await userEvent.keyboard('wi-f')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('Hi Ana, it is {{wifiName}}Not known yet: Wi-Fi name.'),
      ]),
    )
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(composer).toHaveValue('Hi Ana, it is {{wifiName}}'))
    await waitFor(() => expect(composer).toHaveFocus())
    expect(await screen.findByRole('alert')).toHaveTextContent('before you send: Wi-Fi name')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(sent()).toEqual([])
    await userEvent.keyboard('{Backspace>12/}Cedar{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toEqual([['send', { body: 'Hi Ana, it is Cedar' }]]))
  })

  it('opens with the draft of before', async () => {
    localStorage.setItem('hearth.draft/u1/a1/t1', 'From another tab')
    localStorage.setItem('hearth.draft/u1/a1/t2', 'Of another conversation')
    open('/inbox')
    await userEvent.click(await screen.findByRole('link', { name: /Ana P\./ }))
    expect(await field()).toHaveValue('From another tab')
  })
})
