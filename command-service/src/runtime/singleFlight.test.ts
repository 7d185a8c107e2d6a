import { describe, expect, it } from 'vitest'
import { singleFlight } from './singleFlight.ts'
import { SCHEDULER } from './internal.ts'
import { refuse, type Envelope, type Outcome } from './outcome.ts'

const envelope: Envelope = {
  type: 'X',
  data: {},
  principal: SCHEDULER,
  commandId: '0198a000-0000-7000-8000-000000000001',
  correlationId: 'c',
}

describe('singleFlight', () => {
  it('lets repetitions of a key wait for each other', async () => {
    let atWork = 0
    let most = 0
    const handle = singleFlight(async (): Promise<Outcome> => {
      atWork += 1
      most = Math.max(most, atWork)
      await new Promise((resolve) => setImmediate(resolve))
      atWork -= 1
      return refuse('NOT_FOUND', '')
    })
    await Promise.all([handle(envelope), handle(envelope), handle(envelope)])
    expect(most).toBe(1)
  })

  it('reports that the first is still running after the timeout', async () => {
    const never = new Promise<Outcome>(() => undefined)
    const handle = singleFlight(() => never, 10)
    void handle(envelope)
    await expect(handle(envelope)).resolves.toMatchObject({ kind: 'rejected', code: 'COMMAND_IN_FLIGHT' })
  })

  it('does not delay another key', async () => {
    const handle = singleFlight(
      ({ commandId }) =>
        commandId === envelope.commandId
          ? new Promise<Outcome>(() => undefined)
          : Promise.resolve(refuse('NOT_FOUND', '')),
      10,
    )
    void handle(envelope)
    await expect(
      handle({ ...envelope, commandId: '0198a000-0000-7000-8000-000000000002' }),
    ).resolves.toMatchObject({ code: 'NOT_FOUND' })
  })
})
