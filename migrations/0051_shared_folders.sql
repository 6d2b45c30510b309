-- The folder that the process that started last uses for images or assets. See src/server/platform/shared-folders.ts.

CREATE TABLE shared_folders (
  -- 'images' or 'assets'.
  name text PRIMARY KEY,
  -- The content of the file `folder-id` in the folder.
  folder_id text NOT NULL
);
