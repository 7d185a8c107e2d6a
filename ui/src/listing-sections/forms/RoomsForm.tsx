import { Button } from '@mui/material'
import type { Room } from '@hearth/contracts/listing/sections/sleep'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Icon } from '../../components/display/icons.tsx'
import styles from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { QuestionFrame } from '../fields/Question.tsx'
import { useReadOnlyAnswers } from '../fields/readOnlyAnswers.ts'
import { RoomFields, RoomText, countSleepers } from './RoomFields.tsx'

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

/** Sleeping arrangements: rooms with their beds. */
export const RoomsForm = ({ editor, commentsAt }: FormProps) => {
  const t = useText()
  const value = editor.fields?.['rooms']
  const list = Array.isArray(value) ? (value as readonly Room[]) : []
  const set = (next: readonly Room[]) => editor.set('rooms', next)
  const bedroomsBefore = (index: number) =>
    list.slice(0, index + 1).filter(({ roomType }) => roomType === 'bedroom').length
  const formatTitle = (room: Room, index: number) =>
    room.name ??
    (room.roomType === 'bedroom'
      ? t('onboarding.rooms.bedroom', { number: bedroomsBefore(index) })
      : t(`onboarding.options.${room.roomType}`))
  const readOnly = useReadOnlyAnswers()
  const sleepers = list.reduce((sum, room) => sum + countSleepers(room), 0)
  return (
    <Card
      title={t('onboarding.rooms.title')}
      note={list.length > 0 ? t('onboarding.rooms.sleepsAll', { smart_count: sleepers }) : undefined}
    >
      <QuestionFrame editor={editor} section="sleep" name="rooms" comments={commentsAt('rooms')}>
        {(errors) =>
          readOnly ? (
            <div className={styles['fields']}>
              {list.map((room, index) => (
                <RoomText key={room.id} room={room} title={formatTitle(room, index)} />
              ))}
            </div>
          ) : (
            <div className={styles['fields']}>
              {list.map((room, index) => (
                <RoomFields
                  key={room.id}
                  room={room}
                  title={formatTitle(room, index)}
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
          )
        }
      </QuestionFrame>
    </Card>
  )
}
