import {
  ESSENTIALS,
  POPULAR,
  REQUIRED_ESSENTIALS,
  type AmenityCode,
} from '@hearth/contracts/listing/sections/amenityCatalogue'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatAmenity } from './amenityWords.ts'
import styles from './Amenities.module.css'
import { AmenityRow } from './AmenityRow.tsx'
import type { FormProps } from '../fields/formProps.ts'

const KITCHEN_ONLY: AmenityCode = 'cooking_basics'

/** What every guest expects; the first ten are required, or a day by which they will be available. */
export const EssentialAmenities = ({ editor, commentsAt }: FormProps) => {
  const t = useText()
  const hasKitchen =
    editor.fields?.['answers/kitchen_full'] === 'yes' || editor.fields?.['answers/kitchenette'] === 'yes'
  const rest = ESSENTIALS.filter((code) => !REQUIRED_ESSENTIALS.includes(code))
  return (
    <>
      <Card title={t('onboarding.amenities.must')} note={t('onboarding.amenities.mustNote')}>
        <ul className={styles['rows']}>
          {REQUIRED_ESSENTIALS.map((code) => (
            <AmenityRow
              key={code}
              editor={editor}
              code={code}
              answers={['yes', 'no']}
              fixBy
              comments={commentsAt(`answers/${code}`)}
            />
          ))}
        </ul>
      </Card>
      <Card title={t('onboarding.amenities.expected')}>
        <ul className={styles['rows']}>
          {(['kitchen_full', 'kitchenette'] as const).map((code) => (
            <AmenityRow
              key={code}
              editor={editor}
              code={code}
              answers={['yes', 'no']}
              comments={commentsAt(`answers/${code}`)}
            />
          ))}
          {rest
            .filter((code) => code !== KITCHEN_ONLY || hasKitchen)
            .map((code) => (
              <AmenityRow
                key={code}
                editor={editor}
                code={code}
                answers={['yes', 'no']}
                comments={commentsAt(`answers/${code}`)}
              />
            ))}
        </ul>
      </Card>
    </>
  )
}

/** The amenities that guests search for most. */
export const PopularAmenities = ({ editor, commentsAt }: FormProps) => {
  const t = useText()
  const open = POPULAR.filter((code) => editor.fields?.[`answers/${code}`] === 'unsure').map(formatAmenity)
  return (
    <Card
      title={t('onboarding.amenities.popular')}
      note={open.length > 0 ? t('onboarding.amenities.unsure', { smart_count: open.length }) : undefined}
    >
      <ul className={styles['rows']}>
        {POPULAR.map((code) => (
          <AmenityRow
            key={code}
            editor={editor}
            code={code}
            answers={['yes', 'no', 'unsure']}
            comments={commentsAt(`answers/${code}`)}
          />
        ))}
      </ul>
    </Card>
  )
}
