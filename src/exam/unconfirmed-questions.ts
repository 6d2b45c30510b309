/**
 * Published questions whose page is too old and has no newer second source yet. They were in the bank before the content check refused
 * such pages. Add a second source or withdraw the question, then remove its id here. Never add one.
 */
export const unconfirmedQuestionIds: ReadonlySet<string> = new Set([
  // MB-230
  '01a1f8e3-3410-7e42-ab62-d5aeca0190f6',
  '01a1f8e4-1e70-7091-8d01-70491cc1d0ca',
  // MB-800
  '01a1f7f8-5ee0-7752-ab9c-bae4c7f06c97',
  '01a1f7f8-62c8-7306-be99-61e59d1cc0b9',
  '01a1f8d4-c4c0-7185-b102-7081b70f1dbd',
  '01a1f8d5-5548-7aaa-a470-dfae4e5183b1',
  '01a1f8d5-8bf8-7b8a-8dcd-98781b56f3e5',
  // PL-900
  '01a1f8f2-7268-754f-bf77-3346e4f754a8',
  '01a1f8f2-7650-7622-b70a-71bde223d2e8',
  '01a1f8f2-7e20-784f-9d55-e506c421e85a',
  '01a1f8f2-8208-7cdb-8367-d0c8e7c8af1b',
  '01a1f8f2-9590-7e57-ab8e-b8a50174c64e',
  '01a1f8f2-9978-768b-82e1-f8733161a486',
  '01a1f8f2-9d60-7dd5-91f4-3c685c3a7a59',
  '01a1f8f2-b0e8-7573-8171-1cdad11465c4',
  '01a1f8f2-c088-7602-9382-aec87497bdff',
  '01a1f8f2-f350-7183-885d-58754620cee6',
  '01a1f8f2-fb20-719c-a21b-06e5426ca706',
  '01a1f8f3-1290-7f82-bd9b-62d71218ba62',
  '01a1f8f3-2a00-78b3-8c23-bd0782b5bf53',
  '01a1f8f3-7820-7453-a67e-caf7d09a0cbe',
  '01a1f8f3-a318-78b8-9c64-3a1535f25073',
])
