import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy } from '../kernel/process.ts'
import type { DisruptionEvent } from './messages.ts'

/** Once a second person has approved an event, every stay that it covers is marked. */
export const disruptionProcess = defineProcess({
  name: 'disruption',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'disruption' ? idOfStream(stream) : undefined),
  on: reactBy<never, DisruptionEvent>({
    DisruptionApproved: (_state, { data: { disruptionId }, position }) => [
      undefined,
      {
        kind: 'job',
        name: 'apply-disruption',
        data: { disruptionId, commit: position.commit.toString() },
      },
    ],
  }),
})
