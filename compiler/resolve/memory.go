package resolve
type memory struct{}
