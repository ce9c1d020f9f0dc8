-- Tests the language server with Neovim as a client, on the large rulebook: nvim --headless -u rulebound.lua -S test.lua, in the root of a
-- repository. It prints a line for each check and ends with exit code 1 if one fails.
local failed = false
local function check(name, ok, detail)
  io.stdout:write((ok and "ok   " or "FAIL ") .. name .. (ok and "" or ": " .. vim.inspect(detail)) .. "\n")
  failed = failed or not ok
end

local page = "data/games/fire-in-the-lake/62-resources.md"
vim.cmd("edit " .. page)
local buf = vim.api.nvim_get_current_buf()
vim.bo[buf].filetype = "markdown"
vim.wait(30000, function() return #vim.tbl_values(vim.lsp.buf_get_clients(buf)) > 0 end, 20)
local client = vim.tbl_values(vim.lsp.buf_get_clients(buf))[1]
check("a client", client ~= nil, "none was attached")
if not client then vim.cmd("cquit") end

-- find returns the position of a text in the form of the protocol.
local function find(text)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
    local at = line:find(text, 1, true)
    if at then return { line = i - 1, character = at - 1 } end
  end
  error("the page has no " .. text)
end
local function ask(method, position, more)
  local params = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params(buf), position = position }, more or {})
  local reply = client.request_sync(method, params, 30000, buf) or {}
  return reply.result, reply.err
end
local function diagnostics() return vim.diagnostic.get(buf) end

vim.wait(30000, function() return client.server_capabilities ~= nil end, 20)
check("no diagnostics of a page that is right", vim.wait(3000, function() return #diagnostics() > 0 end, 20) == false, diagnostics())

local place = find("pieces(casualties)")
place.character = place.character + #"pieces("
local hover, err = ask("textDocument/hover", place)
check("hover", hover and vim.inspect(hover.contents):find("casualties", 1, true) ~= nil, hover or err)
local definition
definition, err = ask("textDocument/definition", place)
local first = definition and (definition[1] or definition)
check("definition", first ~= nil and vim.inspect(first):find("fire%-in%-the%-lake/.*%.md") ~= nil, definition or err)

local function offered(capability, name)
  if client.server_capabilities[capability] then return true end
  io.stdout:write("skip " .. name .. ": this server does not offer it\n")
  return false
end
if offered("completionProvider", "completion") then
  local reply
  reply, err = ask("textDocument/completion", { line = place.line, character = place.character + 3 })
  check("completion", reply and vim.inspect(reply):find("casualties", 1, true) ~= nil, err or "casualties is not among them")
end
if offered("renameProvider", "rename") then
  local reply
  local id = find("id: casualties-step")
  id.character = id.character + #"id: "
  reply, err = ask("textDocument/rename", id, { newName = "casualties-phase" })
  check("rename", reply and vim.inspect(reply):find("casualties-phase", 1, true) ~= nil, reply or err)
  reply, err = ask("textDocument/rename", id, { newName = "casualties" })
  check("rename to a name that is taken is refused", reply == nil and err ~= nil, reply)
end

local line = vim.api.nvim_buf_get_lines(buf, place.line, place.line + 1, false)[1]
vim.api.nvim_buf_set_lines(buf, place.line, place.line + 1, false, { (line:gsub("casualties%)", "casualtees)")) })
check("a diagnostic while typing", vim.wait(30000, function() return #diagnostics() > 0 end, 20) and diagnostics()[1].lnum == place.line, diagnostics())
vim.api.nvim_buf_set_lines(buf, place.line, place.line + 1, false, { line })
check("it goes when the line is mended", vim.wait(30000, function() return #diagnostics() == 0 end, 20), diagnostics())
vim.cmd(failed and "cquit" or "qall!")
