// The command line of the server of a folder, and its document selector.

/** Server is a command line, and the files that the server is asked about, as patterns below the folder. */
export interface Server {
  command: string;
  args: string[];
  patterns: string[];
}

/** server returns the language server of the repository in a folder; path is the setting rulebound.path. */
export function server(path: string | undefined, folder: string): Server {
  return {
    command: path?.trim() || "rulebound",
    args: ["lsp", "-C", folder],
    patterns: ["data/games/*/*.md", "scenarios/**/*.yaml"],
  };
}
