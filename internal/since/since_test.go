package since

import "testing"

func TestRead(t *testing.T) {
	const diff = `diff --git a/x.go b/x.go
index 1..2 100644
--- a/x.go
+++ b/x.go
@@ -1,2 +1,3 @@ func f()
-a
--- a/b
+++ b/not/a/header.go
+@@ -1 +1 @@
+c
@@ -9 +9,0 @@
-gone
\ No newline at end of file
@@ -20,0 +20 @@
+one
diff --git a/old.go b/old.go
deleted file mode 100644
--- a/old.go
+++ /dev/null
@@ -1 +0,0 @@
-x
--- "a/t\tab.go"
+++ "b/t\tab.go"
@@ -1 +1 @@
-x
\ No newline at end of file
+y
\ No newline at end of file
--- a/with space.go	
+++ b/with space.go	
@@ -0,0 +4,2 @@
+y
+z
`
	c := &Changes{root: "/r", files: map[string]*lines{"new.go": {all: true}}}
	if err := c.read([]byte(diff)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file     string
		from, to int
		want     bool
	}{
		{"/r/x.go", 1, 1, true},
		{"/r/x.go", 3, 3, true},
		{"/r/x.go", 4, 4, false},
		{"/r/x.go", 9, 9, false}, // only removed
		{"/r/x.go", 20, 20, true},
		{"/r/x.go", 18, 22, true},
		{"/r/x.go", 19, 0, false},
		{"/r/old.go", 1, 1, false},
		{"/r/t\tab.go", 1, 1, true},
		{"/r/with space.go", 5, 5, true},
		{"/r/with space.go", 6, 6, false},
		{"/r/new.go", 7, 7, true},
		{"/r/same.go", 1, 1, false},
		{"/elsewhere/x.go", 1, 1, true},
		{"/r/not/a/header.go", 1, 1, false},
	} {
		if got := c.Touch(test.file, test.from, test.to); got != test.want {
			t.Errorf("%s:%d-%d: %v", test.file, test.from, test.to, got)
		}
	}
	for _, bad := range []string{"@@ -1 +1 @@\n", "+++ b/x\n@@ -1 1 @@\n", "+++ b/x\n@@ -a +1 @@\n", "+++ b/x\n@@ -1 @@\n"} {
		if err := c.read([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
