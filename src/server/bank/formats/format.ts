/**
 * The types of a format reader: what it receives and what it yields. `formats.ts` lists the readers. `read-items.ts` runs them, makes ids, finds
 * skill areas, and collects images. After that, the check, report, and writing are the same as for our own files.
 */
import type { RawObject } from '#exam/bank-file/index.ts'
import type { ColumnChoice, ImportColumns } from '#server/bank/formats/table/column-meanings.ts'
import type { ImportPlace } from '#server/bank/import/messages.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/**
 * An item of a file. `item` has the fields of a bank file that the format supports; see `exam/bank-file/read.ts`. A field that the format
 * lacks is missing, so that an import keeps what is stored. A missing `id` is made from `sourceId`, and a missing `exam_id` is the
 * certification of the import. HTML may be unsafe and may show `data:` images; `read-items.ts` handles both.
 */
export type FormatItem = {
  readonly place: ImportPlace
  readonly item: RawObject
  /**
   * The identifier of the item in its tool, if it has one. An unchanged file always yields the same identifiers. A UUID becomes the id of
   * the question.
   */
  readonly sourceId?: string | undefined
  /**
   * The id of the case study on the site that exported the file. Without it, the id is derived from the `case_study_id` of the item.
   */
  readonly ownCaseStudyId?: string | undefined
  /** Names for the skill area, from the widest category to the narrowest. */
  readonly categories?: readonly string[]
  /** Tags or keywords. In our own exports, tags contain fields (`own-tags.ts`). */
  readonly tags?: readonly string[]
  /** What the item has but our questions do not support: a field or element, and a fragment such as `"has hints, which are left out"`. */
  readonly leftOut?: readonly ValidationIssue[]
  /** Why the item cannot be a question. Other errors of `item` are found later. */
  readonly problems?: readonly ValidationIssue[]
}

/** An image of a file: its address for `src`, or why it is not shown. `isRefused`: the whole question is refused, not only the image. */
export type AddedImage = { address: string } | { problem: string; isRefused: boolean }

/** The file of an import, for a reader. */
export type FormatFile = {
  /** The name of the file, for messages only. */
  readonly fileName: string
  readonly bytes: Buffer
  /** The text of the file in pieces, without a byte order mark. @throws {ImportProblem} for bytes that are not text */
  readonly readText: () => Iterable<string>
  /** The entries of a zip archive by name; empty for other files. */
  readonly entries: ReadonlyMap<string, Buffer>
  /** What the administrator chose for the format, such as the meaning of columns. */
  readonly choices: ImportChoices
  /** Collects an image that is stored with the questions later. `name` is for messages, and identifies images of our own exports. */
  readonly addImage: (bytes: Uint8Array, name: string) => Promise<AddedImage>
  /** What the columns of a table mean: as chosen now, as chosen for the last file with these names, or as guessed. */
  readonly readColumns: (guess: Omit<ImportColumns, 'missing'>) => Promise<ImportColumns>
  /** Reports something about the whole file. */
  readonly warn: (field: string, reason: string) => void
}

/** The start of a file, from which its format is recognized. The file name is ignored. */
export type FormatSample =
  | { readonly kind: 'archive'; readonly names: readonly string[] }
  /** `root` is the name of the first element, without its prefix. */
  | { readonly kind: 'xml'; readonly root: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

export type BankFormat = {
  /** The id of the format in import choices. The ids of imported questions are derived from it, so it must not change. */
  readonly id: string
  /** The name of the format for people: `Moodle XML`. */
  readonly name: string
  readonly recognizes: (sample: FormatSample) => boolean
  /** @throws {ImportProblem} for a file that cannot be read at all */
  readonly read: (file: FormatFile) => AsyncIterable<FormatItem> | Iterable<FormatItem>
}

/** What an administrator or a command chooses for a file from another tool. Every choice is optional. */
export type ImportChoices = {
  /** Id of the format. Without it, the format is recognized from the content. */
  readonly format?: string | undefined
  /** The meanings of the columns of a table. */
  readonly columns?: ColumnChoice | undefined
  /** The certification of items that name none. */
  readonly examId?: string | undefined
  /** Address of the official page for questions without one. */
  readonly reference?: string | undefined
  /** The skill area of questions whose categories match none. */
  readonly skillArea?: string | undefined
  /** Skill areas by key of a category; see `skill-areas.ts`. `''` leaves the skill area empty. */
  readonly skillAreas?: Readonly<Record<string, string>> | undefined
}
