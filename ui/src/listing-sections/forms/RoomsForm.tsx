import { Button, IconButton, Select } from '@mui/material'
import { SLEEPERS, zBedType, type BedType, type Room } from '@hearth/contracts/listing/sections/sleep'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { QuestionSet } from '../fields/Choices.tsx'
import styles from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { Asked } from '../fields/Question.tsx'
import rooms_ from './Rooms.module.css'
import { TypedInput } from '../fields/TypedInput.tsx'

const ROOM_TYPES = ['bedroom', 'living_room', 'other'] as const
const EXTRAS = ['ensuite', 'blackout', 'heating', 'airConditioning'] as const
const MAX_OF_ONE_KIND = 10

const newRoom = (roomType: Room['roomType']): Room => ({
  id: crypto.randomUUID(),
  name: null,
  roomType,
  beds: [],
  ensuite: null,
  blackout: null,
  heating: null,
  airConditioning: null,
})
const countOf = ({ beds }: Room, type: BedType) => beds.find((bed) => bed.type === type)?.count ?? 0
const withCount = (room: Room, type: BedType, count: number): Room => ({
  ...room,
  beds: zBedType.options.flatMap((one) => {
    const amount = one === type ? count : countOf(room, one)
    return amount > 0 ? [{ type: one, count: amount }] : []
  }),
})
const sleepersOf = ({ beds }: Room) => beds.reduce((sum, { type, count }) => sum + SLEEPERS[type] * count, 0)

const RoomFields = ({
  room,
  title,
  onChange,
  onRemove,
}: {
  room: Room
  title: string
  onChange: (room: Room) => void
  onRemove: () => void
}) => {
  const t = useText()
  return (
    <section className={rooms_['room']} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="c small">{t('onboarding.rooms.sleeps', { smart_count: sleepersOf(room) })}</span>
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
      <QuestionSet legend={t('onboarding.rooms.beds')} error={undefined} className={rooms_['beds']}>
        {zBedType.options.map((type) => {
          const count = countOf(room, type)
          const name = t(`onboarding.options.${type}`)
          return (
            <div key={type} className={rooms_['bed']} data-some={count > 0}>
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
    </section>
  )
}

/** Who sleeps where: rooms with their beds. */
export const RoomsForm = ({ editor, commentsAt }: FormProps) => {
  const t = useText()
  const value = editor.fields?.['rooms']
  const list = Array.isArray(value) ? (value as readonly Room[]) : []
  const set = (next: readonly Room[]) => editor.set('rooms', next)
  const bedroomsBefore = (index: number) =>
    list.slice(0, index + 1).filter(({ roomType }) => roomType === 'bedroom').length
  const titleOf = (room: Room, index: number) =>
    room.name ??
    (room.roomType === 'bedroom'
      ? t('onboarding.rooms.bedroom', { number: bedroomsBefore(index) })
      : t(`onboarding.options.${room.roomType}`))
  const sleepers = list.reduce((sum, room) => sum + sleepersOf(room), 0)
  return (
    <Card
      title={t('onboarding.rooms.title')}
      note={list.length > 0 ? t('onboarding.rooms.sleepsAll', { smart_count: sleepers }) : undefined}
    >
      <Asked editor={editor} section="sleep" name="rooms" comments={commentsAt('rooms')}>
        {(errors) => (
          <div className={styles['fields']}>
            {list.map((room, index) => (
              <RoomFields
                key={room.id}
                room={room}
                title={titleOf(room, index)}
                onChange={(next) => set(list.with(index, next))}
                onRemove={() => set(list.toSpliced(index, 1))}
              />
            ))}
            {Object.values(errors)
              .slice(0, 1)
              .map((error) => (
                <p key={error} role="alert" className={styles['error']}>
                  {error}
                </p>
              ))}
            <div className={styles['actions']}>
              <Button onClick={() => set([...list, newRoom('bedroom')])}>
                <Icon name="plus" size={16} />
                {t('onboarding.rooms.addBedroom')}
              </Button>
              <Button onClick={() => set([...list, newRoom('living_room')])}>
                <Icon name="plus" size={16} />
                {t('onboarding.rooms.addOther')}
              </Button>
            </div>
          </div>
        )}
      </Asked>
    </Card>
  )
}
