// Starts the language server of Rulebound, `rulebound lsp`, for each folder that is a repository of it.

import { type ExtensionContext, RelativePattern, commands, window, workspace, type WorkspaceFolder } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { server } from "./server";

const clients = new Map<string, LanguageClient>();

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("rulebound.restart", restart),
    workspace.onDidChangeWorkspaceFolders(restart),
    workspace.onDidChangeConfiguration(async (e) => {
      if (e.affectsConfiguration("rulebound")) await restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const all = [...clients.values()];
  clients.clear();
  await Promise.all(all.map((c) => c.stop()));
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  for (const folder of workspace.workspaceFolders ?? []) {
    const pages = await workspace.findFiles(new RelativePattern(folder, "data/games/*/*.md"), null, 1);
    if (pages.length > 0) await startIn(folder);
  }
}

async function startIn(folder: WorkspaceFolder): Promise<void> {
  const what = server(workspace.getConfiguration("rulebound", folder).get<string>("path"), folder.uri.fsPath);
  const run: ServerOptions = { command: what.command, args: what.args, options: { cwd: folder.uri.fsPath } };
  const options: LanguageClientOptions = {
    documentSelector: what.patterns.map((p) => ({ scheme: "file", pattern: folder.uri.fsPath.replaceAll("\\", "/") + "/" + p })),
    workspaceFolder: folder,
    // A command name is unique in a window. The first server has the documented names; code lenses run commands of their own server.
    initializationOptions: { commandSuffix: clients.size ? `@${folder.uri}` : "" },
  };
  const client = new LanguageClient("rulebound", "Rulebound", run, options);
  clients.set(folder.uri.toString(), client);
  try {
    await client.start();
  } catch (e) {
    clients.delete(folder.uri.toString());
    void window.showErrorMessage(`Rulebound: ${what.command} cannot be started (${e}). Set rulebound.path to the program.`);
  }
}
