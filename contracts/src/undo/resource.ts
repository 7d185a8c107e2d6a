import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { MAX_UNDOABLE, UNDOABLE_TYPES } from './undoable.ts'

/** Something that a person did and can still undo. Code and guest are null without the right to see them. */
export const zUndoableAction = z.strictObject({
  /** Of the event. */
  id: z.string(),
  type: z.enum(UNDOABLE_TYPES),
  at: zInstant,
  listingTitle: z.string(),
  /** The nights that it is about, `end` excluded; null where it is not about nights. */
  start: zLocalDate.nullable(),
  end: zLocalDate.nullable(),
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  /** Null: as long as its nights have not passed. */
  until: zInstant.nullable(),
  /** `POST /api/<collection>/<target>/<verb>`. */
  undo: z.strictObject({
    collection: z.string(),
    target: z.string(),
    verb: z.string(),
    body: z.record(z.string(), z.string()),
  }),
})
export type UndoableAction = z.infer<typeof zUndoableAction>

/** `GET /api/undoable-actions`: the person’s own, the newest first (docs/domain/console.md#undo). */
export const zUndoableActions = z.strictObject({ actions: z.array(zUndoableAction).max(MAX_UNDOABLE) })
export type UndoableActions = z.infer<typeof zUndoableActions>
