import { IconButton, Select } from '@mui/material'
import { SLEEPERS, zBedType, type BedType, type Room } from '@hearth/contracts/listing/sections/sleep'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { QuestionSet } from '../fields/Choices.tsx'
import styles from '../fields/Form.module.css'
import roomStyles from './Rooms.module.css'
import { ReadLine } from '../fields/ReadLine.tsx'
import { TypedInput } from '../fields/TypedInput.tsx'

const ROOM_TYPES = ['bedroom', 'living_room', 'other'] as const
const EXTRAS = ['ensuite', 'blackout', 'heating', 'airConditioning'] as const
const MAX_OF_ONE_KIND = 10

const countBeds = ({ beds }: Room, type: BedType) => beds.find((bed) => bed.type === type)?.count ?? 0
const withCount = (room: Room, type: BedType, count: number): Room => ({
  ...room,
  beds: zBedType.options.flatMap((one) => {
    const amount = one === type ? count : countBeds(room, one)
    return amount > 0 ? [{ type: one, count: amount }] : []
  }),
})
export const countSleepers = ({ beds }: Room) =>
  beds.reduce((sum, { type, count }) => sum + SLEEPERS[type] * count, 0)

type Props = Readonly<{ room: Room; title: string; onChange: (room: Room) => void }>

const Beds = ({ room, title, onChange }: Props) => {
  const t = useText()
  return (
    <QuestionSet legend={t('onboarding.rooms.beds')} error={undefined} className={roomStyles['beds']}>
      {zBedType.options.map((type) => {
        const count = countBeds(room, type)
        const name = t(`onboarding.options.${type}`)
        return (
          <div key={type} className={roomStyles['bed']} data-some={count > 0}>
            <span>{name}</span>
            <IconButton
              size="small"
              aria-label={t('onboarding.rooms.less', { name, title })}
              disabled={count === 0}
              onClick={() => onChange(withCount(room, type, count - 1))}
            >
              <Icon name="minus" size={16} />
            </IconButton>
            <output className="num" aria-label={t('onboarding.rooms.bedsOf', { name, title })}>
              {count}
            </output>
            <IconButton
              size="small"
              aria-label={t('onboarding.rooms.more', { name, title })}
              disabled={count === MAX_OF_ONE_KIND}
              onClick={() => onChange(withCount(room, type, count + 1))}
            >
              <Icon name="plus" size={16} />
            </IconButton>
          </div>
        )
      })}
    </QuestionSet>
  )
}

const Extras = ({ room, title, onChange }: Props) => {
  const t = useText()
  return (
    <QuestionSet legend={t('onboarding.rooms.has')} error={undefined}>
      {EXTRAS.map((extra) => (
        <label key={extra} className={styles['option']}>
          <Checkbox
            label={`${title}: ${t(`onboarding.rooms.extras.${extra}`)}`}
            checked={room[extra] === true}
            onChange={() => onChange({ ...room, [extra]: room[extra] === true ? null : true })}
          />
          <span aria-hidden>{t(`onboarding.rooms.extras.${extra}`)}</span>
        </label>
      ))}
    </QuestionSet>
  )
}

/** A room as text: its beds, and what else it has. */
export const RoomText = ({ room, title }: Pick<Props, 'room' | 'title'>) => {
  const t = useText()
  const beds = room.beds.map(({ type, count }) => `${count} × ${t(`onboarding.options.${type}`)}`)
  const extras = EXTRAS.filter((extra) => room[extra] === true).map((extra) =>
    t(`onboarding.rooms.extras.${extra}`),
  )
  return <ReadLine label={title}>{[...beds, ...extras].join(', ') || t('onboarding.none')}</ReadLine>
}

/** One room: its type and name, its beds, and what else it has. */
export const RoomFields = ({ room, title, onChange, onRemove }: Props & { onRemove: () => void }) => {
  const t = useText()
  return (
    <section className={roomStyles['room']} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="c small">{t('onboarding.rooms.sleeps', { smart_count: countSleepers(room) })}</span>
        <span className="grow" />
        <IconButton aria-label={t('onboarding.rooms.removeOf', { title })} onClick={onRemove}>
          <Icon name="trash" />
        </IconButton>
      </header>
      <div className={styles['inline']}>
        <Field label={t('onboarding.rooms.kind')}>
          {({ error: _error, ...field }) => (
            <Select
              native
              value={room.roomType}
              onChange={({ target }) => onChange({ ...room, roomType: target.value as Room['roomType'] })}
              inputProps={field}
            >
              {ROOM_TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(`onboarding.options.${type}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TypedInput
          label={t('onboarding.rooms.name')}
          error={undefined}
          value={room.name}
          parse={(text) => text}
          onChange={(name) => onChange({ ...room, name: name as string | null })}
          inputProps={{ maxLength: 60 }}
        />
      </div>
      <Beds room={room} title={title} onChange={onChange} />
      <Extras room={room} title={title} onChange={onChange} />
    </section>
  )
}
