import {
  answerAt,
  answersBetween,
  readAnswers,
  changeBy,
  isCurated,
  isSameAnswer,
  formatPath,
  SECTIONS,
  toStored,
  withAnswers,
  type Answer,
  type Fields,
  type ListingCommand,
  type ListingEvent,
  type SectionConflict,
  type SectionName,
} from '@hearth/contracts/listing'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { isHostOfManaged, baseFields, refuseFiles } from './common.ts'
import type { ListingFacts } from './listing.facts.ts'
import { sectionStateOf, type Listing } from './listing.state.ts'
import type { SectionState } from './sectionState.ts'
import { decideRelocation } from './relocation.ts'
import { sectionChanged } from './sectionChange.ts'

type Data<T extends ListingCommand['type']> = OfType<ListingCommand, T>['data']
type Ctx = Context<ListingFacts>
type Refusal = Extract<Decision, { ok: false }>

/** Errors of the section's schema, at the fields. */
const refuseInvalid = (section: SectionName, values: Fields): Refusal | undefined => {
  const parsed = SECTIONS[section].safeParse(values)
  if (parsed.success) return undefined
  return reject('VALIDATION_FAILED', 'Some of these values are no longer allowed. Correct them first.', {
    errors: parsed.error.issues.map(({ path, message }) => ({
      pointer: `/${path.join('/')}`,
      detail: message,
    })),
  })
}

const changer = ({ id, kind }: Actor) => ({ id, kind })
const whoseChange = (by: SectionState['changes'][string]['by'], actor: Actor): SectionConflict['changedBy'] =>
  by.id === actor.id ? 'you' : by.kind === 'host' ? 'team' : by.kind

/** Answers that someone else changed since the caller's version. Equal answers don’t conflict. */
const findConflicts = (
  { values, changes }: SectionState,
  wanted: readonly Answer[],
  baseVersion: number,
  actor: Actor,
): readonly SectionConflict[] =>
  wanted.flatMap((answer) => {
    const last = changes[formatPath(answer)]
    if (last === undefined || last.version <= baseVersion) return []
    return [
      {
        pointer: `/patch/${formatPath(answer)}`,
        yours: answer.value,
        theirs: answerAt(values, answer),
        changedBy: whoseChange(last.by, actor),
      },
    ]
  })

const curatedPart = (
  listing: Listing,
  section: SectionName,
  answers: readonly Answer[],
  values: Fields,
  ctx: Ctx,
) =>
  isHostOfManaged(listing, ctx)
    ? answers.filter((answer) => isCurated(section, answer, answerAt(values, answer)))
    : []

/** Changes a section: free fields change, curated ones are requested, and conflicting changes are refused. */
export const updateSection = (
  { section, patch, baseVersion }: Data<'UpdateListingSection'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const state = sectionStateOf(listing, section)
  if (baseVersion > state.version)
    return wrongField('/baseVersion', `must be an existing version; the latest is ${state.version}`)
  const unknownFile = refuseFiles(ctx.facts.unknownFiles)
  if (unknownFile !== undefined) return unknownFile
  const wanted = readAnswers(section, patch, state.values).filter(
    (answer) => !isSameAnswer(answerAt(state.values, answer), answer.value),
  )
  const conflicts = findConflicts(state, wanted, baseVersion, ctx.actor)
  if (conflicts.length > 0)
    return reject('VERSION_CONFLICT', 'Someone else just changed this. Choose which value to keep.', {
      section,
      version: state.version,
      conflicts,
    })
  const asked = curatedPart(listing, section, wanted, state.values, ctx)
  const free = wanted.filter((answer) => !asked.includes(answer))
  const change = changeBy(state.values, free)
  const next = withAnswers(state.values, free)
  const moved =
    section === 'location' && change !== undefined ? decideRelocation(listing, state.values, next, ctx) : []
  if ('ok' in moved) return moved
  const request = changeBy(state.values, asked)
  const isAskedAlready = Object.values(listing.openEdits).some(
    (edit) => edit.section === section && isSameAnswer(edit.after, request?.after),
  )
  return accept<ListingEvent>([
    ...(change === undefined ? [] : [sectionChanged(listing, section, change, ctx, null)]),
    ...moved,
    ...(request === undefined || isAskedAlready
      ? []
      : [
          {
            type: 'ListingEditRequested',
            data: {
              ...baseFields(listing, ctx),
              editId: ctx.idFor('edit'),
              section,
              ...request,
              requestedBy: ctx.actor.id,
            },
          } as const,
        ]),
  ])
}

/** The values at a version: each later change is reverted, the newest first. */
const valuesAt = (section: SectionName, { values, befores }: SectionState, version: number): Fields =>
  befores
    .filter((change) => change.version > version)
    .toReversed()
    .reduce((then, { before }) => withAnswers(then, readAnswers(section, before)), values)

export const revertSection = (
  { section, toVersion }: Data<'RevertListingSection'>,
  listing: Listing,
  ctx: Ctx,
): Decision<ListingEvent> => {
  const state = sectionStateOf(listing, section)
  if (toVersion > state.version)
    return wrongField('/toVersion', `must be an existing version; the latest is ${state.version}`)
  const values = valuesAt(section, state, toVersion)
  const invalid = refuseInvalid(section, values)
  if (invalid !== undefined) return invalid
  const answers = answersBetween(section, state.values, values)
  const change = changeBy(state.values, answers)
  if (change === undefined) return accept([])
  if (
    curatedPart(
      listing,
      section,
      answers.filter((answer) => !isSameAnswer(answerAt(state.values, answer), answer.value)),
      state.values,
      ctx,
    ).length > 0
  )
    return reject(
      'POLICY_VIOLATION',
      'Our curators manage this part of a live listing. Change the field, and they’ll review it.',
      { rule: 'curated' },
    )
  const moved = section === 'location' ? decideRelocation(listing, state.values, values, ctx) : []
  if ('ok' in moved) return moved
  const data = {
    ...baseFields(listing, ctx),
    section,
    version: state.version + 1,
    ...toStored(section, change),
    changedBy: changer(ctx.actor),
    fromVersion: state.version,
    toVersion,
  }
  return accept<ListingEvent>([{ type: 'ListingSectionReverted', data }, ...moved])
}
