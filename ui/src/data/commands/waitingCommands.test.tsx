import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'

/** A page as the browser opens it: what an earlier one held in memory is gone. */
const openPage = async () => {
  cleanup()
  const { queryClient } = await import('../records/queryClient.ts')
  queryClient.clear()
  vi.resetModules()
  const [{ renderAt }, { useCommand }, { useWaitingCommands }, { useSession }, waiting] = await Promise.all([
    import('../../test/renderAt.tsx'),
    import('./useCommand.ts'),
    import('./useWaitingCommands.ts'),
    import('../../session/session.ts'),
    import('./waitingCommands.ts'),
  ])
  const Page = ({ resource }: { resource: string }) => {
    useWaitingCommands()
    const person = useSession()
    const command = useCommand({ resource, verb: 'block' })
    return (
      <button
        type="button"
        onClick={() => command.run({ record: { id: 'l1' }, body: { night: '2026-08-01' } })}
      >
        {person?.user.name ?? 'loading'}
      </button>
    )
  }
  return { ...waiting, show: (resource = 'listings') => renderAt('/', <Page resource={resource} />) }
}

const accepted = { body: { id: 'l1', revision: 2, events: [] } }
const startServer = (answer: object = accepted, person: object = session) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: person }),
    'POST /api/listings/l1/block': () => ({ ...accepted, ...answer }),
  })
  return { sent: () => calls.filter(({ method }) => method === 'POST') }
}
const names = () => Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))

/** Gives a command without a network, and leaves the page. */
const leaveWaiting = async (resource?: string) => {
  startServer()
  const page = await openPage()
  page.show(resource)
  const button = await screen.findByRole('button', { name: session.user.name })
  onlineManager.setOnline(false)
  await userEvent.click(button)
}
afterEach(() => onlineManager.setOnline(true))

describe('a command that waits for the network', () => {
  it('is kept under the person and the account, and sent once by the next page', async () => {
    await leaveWaiting()
    await waitFor(() => expect(names()).toHaveLength(1))
    const [name = ''] = names()
    expect(name).toMatch(new RegExp(`^hearth.command/${session.user.id}/${session.account?.id}/`))
    const { sent } = startServer()
    const page = await openPage()
    onlineManager.setOnline(true)
    page.show()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.headers.get('idempotency-key')).toBe(name.split('/').at(-1))
    expect(sent()[0]?.body).toEqual({ night: '2026-08-01' })
    await waitFor(() => expect(names()).toEqual([]))
  })

  it('waits on in the next page while there is still no network', async () => {
    await leaveWaiting()
    await waitFor(() => expect(names()).toHaveLength(1))
    const { sent } = startServer()
    const page = await openPage()
    // Without a session as well.
    expect(page.countStored()).toBe(1)
    page.show()
    await waitFor(() => expect(page.countKept()).toBe(1))
    expect(sent()).toEqual([])
    onlineManager.setOnline(true)
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('is kept while the server cannot answer, and dropped once it refuses', async () => {
    await leaveWaiting()
    await waitFor(() => expect(names()).toHaveLength(1))
    const failing = startServer({ status: 503, body: { status: 503, code: 'INTERNAL', title: '', type: '' } })
    const next = await openPage()
    onlineManager.setOnline(true)
    next.show()
    await waitFor(() => expect(failing.sent()).toHaveLength(1))
    expect(names()).toHaveLength(1)
    const refusing = startServer({
      status: 409,
      body: { status: 409, code: 'NIGHTS_UNAVAILABLE', title: '', type: '' },
    })
    ;(await openPage()).show()
    await waitFor(() => expect(refusing.sent()).toHaveLength(1))
    await waitFor(() => expect(names()).toEqual([]))
  })

  it.for([401, 408, 429, 503])(
    'is kept when the page that gave it gets %i, and sent by the next one',
    async (status) => {
      await leaveWaiting()
      await waitFor(() => expect(names()).toHaveLength(1))
      const failing = startServer({ status, body: { status, code: 'INTERNAL', title: '', type: '' } })
      onlineManager.setOnline(true)
      await waitFor(() => expect(failing.sent()).toHaveLength(1))
      const next = startServer()
      const { show } = await openPage()
      expect(names()).toHaveLength(1)
      show()
      await waitFor(() => expect(next.sent()).toHaveLength(1))
      expect(next.sent()[0]?.headers.get('idempotency-key')).toBe(
        failing.sent()[0]?.headers.get('idempotency-key'),
      )
      await waitFor(() => expect(names()).toEqual([]))
    },
  )

  it('is kept while its first try still runs on the server', async () => {
    await leaveWaiting()
    await waitFor(() => expect(names()).toHaveLength(1))
    const running = { status: 409, body: { status: 409, code: 'COMMAND_IN_FLIGHT', title: '', type: '' } }
    const { sent } = startServer(running)
    const next = await openPage()
    onlineManager.setOnline(true)
    next.show()
    await waitFor(() => expect(sent()).toHaveLength(1))
    const { sent: sentAgain } = startServer()
    ;(await openPage()).show()
    await waitFor(() => expect(sentAgain()).toHaveLength(1))
    expect(sentAgain()[0]?.headers.get('idempotency-key')).toBe(sent()[0]?.headers.get('idempotency-key'))
    await waitFor(() => expect(names()).toEqual([]))
  })

  it('is neither seen nor sent by another person, and goes when its person signs out', async () => {
    await leaveWaiting()
    await waitFor(() => expect(names()).toHaveLength(1))
    const { sent } = startServer(accepted, { ...session, user: { ...session.user, id: 'u2', name: 'Ben' } })
    const page = await openPage()
    onlineManager.setOnline(true)
    page.show()
    await screen.findByRole('button', { name: 'Ben' })
    expect(page.takeCommands()).toEqual([])
    expect(sent()).toEqual([])
    page.forgetCommands('u2')
    expect(names()).toHaveLength(1)
    page.forgetCommands(session.user.id)
    expect([names(), page.countStored()]).toEqual([[], 0])
  })

  it('is never kept where it holds a bank account', async () => {
    await leaveWaiting('payout-accounts')
    const { countKept } = await import('./waitingCommands.ts')
    expect([countKept(), names()]).toEqual([0, []])
  })

  it('is not taken from what another version has stored', async () => {
    localStorage.setItem(`hearth.command/${session.user.id}/${session.account?.id}/k1`, '{"verb":1}')
    localStorage.setItem(`hearth.command/${session.user.id}/${session.account?.id}/k2`, '{')
    startServer()
    const page = await openPage()
    page.show()
    await screen.findByRole('button', { name: session.user.name })
    expect(page.takeCommands()).toEqual([])
  })
})
