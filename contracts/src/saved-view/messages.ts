import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, OF_ACCOUNT, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCode, zLine } from '../kernel/text.ts'
import { zViewFilter, zViewOrder } from './filter.ts'
import { zViewList } from './lists.ts'

/** Views that one person keeps, those that they share included (docs/domain/saved-view.md#limits). */
export const MAX_VIEWS_OF_PERSON = 30
/** Views that the team of an account shares (docs/domain/saved-view.md#limits). */
export const MAX_SHARED_VIEWS = 30
export const MAX_VIEW_NAME = 40

export const zViewName = zLine(1, MAX_VIEW_NAME)
/** The keys of the shown columns; null for those that the list shows by itself. */
export const zViewColumns = z.array(zCode(40)).max(40).nullable()

const of = { viewId: z.string() }
/** `needs`: capabilities without which the list can’t be narrowed or sorted like this. */
const query = {
  // Reads as text once the account is erased.
  filter: z.union([zViewFilter, z.string()]),
  order: zViewOrder,
  columns: zViewColumns,
  needs: z.array(zCode(60)),
  listingIds: z.array(z.string()).nullable(),
}
const about = { viewId: zId }
const given = { filter: zViewFilter, order: zViewOrder, columns: zViewColumns }
const on = (verb: string) => ({ collection: 'saved-views', verb }) as const
const byMember = {
  stream: { by: 'account', limitedMembers: true },
  capability: 'saved-view.write',
  ifMatch: 'none',
} as const

/** The saved views of an account's lists, of all its people (docs/domain/saved-view.md). */
export const savedView = defineAggregate({
  category: 'savedView',
  events: {
    ViewSaved: {
      version: 1,
      schema: z.strictObject({
        ...of,
        hostAccountId: z.string(),
        list: zViewList,
        name: z.string(),
        ownerId: z.string(),
        shared: z.boolean(),
        /** Views stand in the order of their positions. */
        position: z.int(),
        ...query,
      }),
      // A name or a search can name a guest.
      personal: { name: OF_ACCOUNT, filter: OF_ACCOUNT },
    },
    ViewRenamed: {
      version: 1,
      schema: z.strictObject({ ...of, name: z.string() }),
      personal: { name: OF_ACCOUNT },
    },
    ViewUpdated: {
      version: 1,
      schema: z.strictObject({ ...of, ...query }),
      personal: { filter: OF_ACCOUNT },
    },
    ViewShared: { version: 1, schema: z.strictObject({ ...of, shared: z.boolean() }) },
    ViewMoved: { version: 1, schema: z.strictObject({ ...of, position: z.int() }) },
    ViewRemoved: { version: 1, schema: z.strictObject(of) },
    ViewRestored: { version: 1, schema: z.strictObject(of) },
  },
  commands: {
    SaveView: {
      ...byMember,
      schema: z.strictObject({ list: zViewList, name: zViewName, shared: z.boolean(), ...given }),
      route: on('save'),
    },
    RenameView: { ...byMember, schema: z.strictObject({ ...about, name: zViewName }), route: on('rename') },
    /** Changes what the view shows. */
    UpdateView: { ...byMember, schema: z.strictObject({ ...about, ...given }), route: on('update') },
    /** With the team, or not any more. */
    ShareView: { ...byMember, schema: z.strictObject({ ...about, shared: z.boolean() }), route: on('share') },
    /** By one place among the person’s own views of the list that are shared, or are not. */
    MoveView: {
      ...byMember,
      schema: z.strictObject({ ...about, direction: z.enum(['left', 'right']) }),
      route: on('move'),
    },
    RemoveView: { ...byMember, schema: z.strictObject(about), route: on('remove') },
    /** Undoes a removal. */
    RestoreView: { ...byMember, schema: z.strictObject(about), route: on('restore') },
  },
})
export type SavedViewEvent = EventsOf<typeof savedView>
export type SavedViewCommand = CommandsOf<typeof savedView>
