import { AddFile, type Added } from './AddFile.tsx'
import styles from './AddEvidence.module.css'
import { OnTheirWay } from './OnTheirWay.tsx'
import { formatSlot, useUploads } from './useEvidenceUploads.ts'

type Props = Readonly<{
  /** The item that the files show; null: the whole claim. */
  itemId: string | null
  item: string
  kinds: readonly Added[]
}>

/** Buttons that add files of these kinds, and the files that are on their way. */
export const AddEvidence = ({ itemId, item, kinds }: Props) => {
  const { add } = useUploads()
  return (
    <div className={styles['add']}>
      <OnTheirWay itemId={itemId} />
      <ul className={styles['tiles']}>
        {kinds.map((kind) => (
          <AddFile
            key={kind}
            kind={kind}
            item={item}
            onFiles={(files) => add(files, formatSlot(itemId, kind))}
          />
        ))}
      </ul>
    </div>
  )
}
